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
  // Whether locks of that kind may be released as soon as a thread comes there: a thread that needs one waits for it,
  // and nobody is interrupted meanwhile.
  [[nodiscard]] bool nobody_asks(const Class& lock) const;
  // Whether it reads what stays so: that a future is done, or that nothing is left to do for one.
  [[nodiscard]] bool is_settled(const Thread& thread, const Pending& pending);
  // A thread has entered a method of a lock. If it asks the lock instead of waiting for it, or runs a task that another
  // one has begun, what is presumed of such locks is invalidated.
  void note_lock_use(const Thread& thread);
  // Somebody asks what a thread is doing, and so whether it has ended and whether it waits.
  void note_question_of_state();
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
  [[nodiscard]] bool holds_shared_monitor(const Thread& thread);
  [[nodiscard]] const std::string& questions_to(const Class& lock) const;
  [[nodiscard]] bool asks_for_life(const Pending& pending);
  [[nodiscard]] bool access_moves_freely(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset,
                                         bool writes);
  [[nodiscard]] bool is_visible(const Variable& variable) const;
  [[nodiscard]] bool keeps_discipline(const Thread& thread, Ref ref, Class* klass, std::uint32_t offset, bool writes);
  [[nodiscard]] bool belongs_to_library(Ref ref) const;
  [[nodiscard]] bool is_interruption(const Pending& pending);
  [[nodiscard]] bool interrupts_at_once(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool keeps_interruption(const Thread& thread, const Pending& pending);
  [[nodiscard]] bool refute(std::string_view variable, Discipline instead);

  Objects& objects_;
  Memory& memory_;
  bool active_ = false;
  bool learning_ = false;
  bool waits_show_ = false;  // somebody asks what threads wait for
  Visible visible_ = Visible::nothing;
  std::vector<const Field*> visible_fields_;
  Disciplines disciplines_;
  std::unordered_map<Arrays, Discipline, ArraysHash> array_disciplines_;
  Class* ownable_ = nullptr;  // AbstractOwnableSynchronizer, once it is loaded
  std::uint32_t ownable_owner_ = 0;
  mutable std::unordered_map<const Class*, std::string> questions_;  // names of what is presumed of them
  Class* future_ = nullptr;                                          // CompletableFuture
  std::uint32_t future_result_ = 0;
  std::uint32_t future_stack_ = 0;
  Class* task_ = nullptr;  // FutureTask
  std::uint32_t task_state_ = 0;
  std::uint32_t task_runner_ = 0;
};

// A field's name among the variables of a program: a.B.field.
[[nodiscard]] std::string variable_name(const Field& field);

// Whether there is a thread with that flag.
[[nodiscard]] bool any_thread(Memory& memory, std::uint32_t flag);

}  // namespace waymark::java
