// Reducer: the decisions of partial order reduction, all of them functions of the state alone. Which operations need no
// stop before them, because no other thread can tell when they happen? docs/trust/java-reduction.md gives the argument.
// Two kinds of reason:
//
// - what is certain: the object is out of everybody else's reach; a thread that has ended stays so;
// - what is presumed of a variable (Disciplines) and checked whenever it is accessed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "java/machine/disciplines.hpp"
#include "java/machine/objects.hpp"

namespace waymark::java {

class Reducer {
 public:
  // Which writes a condition on states could see; they are always stopped before.
  enum class Visible : std::uint8_t { nothing, fields, everything };

  explicit Reducer(Objects& objects) : objects_(objects), memory_(objects.memory()) {}

  // From now on, presuming the strongest that is not invalidated.
  void start(const Disciplines& invalidated, Visible visible, std::vector<const Field*> fields);
  // The same, of what else was seen as before.
  void presume(const Disciplines& known);
  void stop() { active_ = false; }
  [[nodiscard]] bool active() const { return active_; }
  // Why nothing is left out after all; empty if something is.
  [[nodiscard]] std::string unfit() const;
  // A class that was loaded since.
  void add(Class& klass);

  // Whether disciplines that a step does not keep are weakened, and the step goes on, or else the step is refused.
  void learn(bool learning) { learning_ = learning; }
  [[nodiscard]] const Disciplines& disciplines() const { return disciplines_; }
  // What the last step showed not to hold, and what may be presumed instead; no variable if it showed nothing.
  struct Refutation {
    std::string variable;
    Discipline instead = Discipline::none;
  };
  Refutation invalidated;

  // Whether nobody else can tell when the thread does this.
  [[nodiscard]] bool moves_freely(const Thread& thread, const Pending& pending);
  // Whether what is accessed belongs to the library's classes that are safe for threads, so that a call of theirs
  // which has had its stop may go on with it.
  [[nodiscard]] bool is_inside(const Pending& pending);
  // Whether it may change what a condition says.
  [[nodiscard]] bool is_shown(const Pending& pending);
  // Whether a lock of that kind may be released as soon as the thread comes there: a thread that needs it waits for it,
  // and nobody is interrupted meanwhile.
  [[nodiscard]] bool releases_early(const Method& release) const;
  // A thread asks a lock, by this method, instead of waiting for it: what is presumed of such locks is invalidated.
  void note_question(const Method& question);
  // Somebody asks what a thread is doing, and so whether it has ended.
  void note_question_of_life();
  // Whether it is as presumed; if not, that is invalidated.
  [[nodiscard]] bool keeps_disciplines(const Thread& thread, const Pending& pending);
  // An indivisible sequence begins: nobody else runs then, whatever the disciplines are.
  [[nodiscard]] bool allows_atomic();

  // Threads that have ended and were not joined yet.
  [[nodiscard]] Word& unjoined() const;
  void note_end(Object& thread);
  void note_join(Ref thread);

 private:
  struct Variable;
  // Arrays whose elements are one variable: the label of where they are made, and the number of their type.
  struct Arrays {
    std::uint64_t label = 0;
    std::uint32_t type = 0;
    friend bool operator==(const Arrays&, const Arrays&) = default;
  };
  struct ArraysHash {
    std::size_t operator()(const Arrays& arrays) const { return arrays.label ^ arrays.type; }
  };

  [[nodiscard]] Object* at(Ref ref) { return memory_.at(ref); }
  [[nodiscard]] Variable variable_at(Ref ref, Class* klass, std::uint32_t offset);
  [[nodiscard]] bool out_of_reach(const Thread& thread, const Object& object);
  [[nodiscard]] bool owns(const Thread& thread, const Object& lock) const;
  [[nodiscard]] bool holds(const Thread& thread, Word guard);
  [[nodiscard]] Word guard_for(const Thread& thread, const Object* object);
  void set_guard(const Variable& variable, Word guard);
  [[nodiscard]] bool is_last() const;
  [[nodiscard]] bool asks_for_life(const Pending& pending);
  [[nodiscard]] bool access_moves_freely(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset,
                                         bool writes);
  [[nodiscard]] bool is_visible(const Variable& variable) const;
  [[nodiscard]] bool keeps_discipline(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes);
  [[nodiscard]] bool belongs_to_library(Ref ref) const;
  [[nodiscard]] bool is_interruption(const Pending& pending);
  [[nodiscard]] bool by_program(const Thread& thread, const Pending& pending) const;
  [[nodiscard]] bool keeps_interruption(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool refute(std::string_view variable, Discipline instead);

  Objects& objects_;
  Memory& memory_;
  bool active_ = false;
  bool learning_ = false;
  Visible visible_ = Visible::nothing;
  std::vector<const Field*> visible_fields_;
  Disciplines disciplines_;
  std::unordered_map<Arrays, Discipline, ArraysHash> array_disciplines_;
  Class* ownable_ = nullptr;  // AbstractOwnableSynchronizer, once it is loaded
  std::uint32_t ownable_owner_ = 0;
};

// A field's name among the variables of a program: a.B.field.
[[nodiscard]] std::string variable_name(const Field& field);

// Whether there is a thread with that flag.
[[nodiscard]] bool any_thread(Memory& memory, std::uint32_t flag);

}  // namespace waymark::java
