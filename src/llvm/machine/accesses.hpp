// Accesses: how the machine comes to memory, and how it names what is there. Lowest layer of the machine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llvm/machine/failure.hpp"
#include "llvm/machine/narrator.hpp"
#include "llvm/machine/pending.hpp"
#include "llvm/machine/reducer.hpp"
#include "llvm/machine/settings.hpp"
#include "llvm/memory/memory.hpp"

namespace waymark::llvm {

// What a mutex has in it while it is held, so that one is known that ends with its object.
inline constexpr std::uint64_t held_mark = 0x6d75746578206f6eULL;

class Accesses {
 public:
  Accesses(const Accesses&) = delete;
  Accesses& operator=(const Accesses&) = delete;

  [[nodiscard]] Memory& memory() { return memory_; }
  [[nodiscard]] const Memory& memory() const { return memory_; }
  [[nodiscard]] const Program& program() const { return *program_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] Reducer& reducer() { return reducer_; }
  // The accesses of a race in the last step, if it had one.
  [[nodiscard]] const std::vector<model::RacingAccess>& unordered() const { return unordered_; }
  // How many further steps the last one would have taken without reduction.
  [[nodiscard]] std::uint64_t collapsed() const { return collapsed_; }
  void narrate(Narrator* narrator) { narrator_ = narrator; }
  // Writes to this object are stopped before, whether others could notice them or not.
  void show(Reference object) { shown_.push_back(object); }
  // The same of the objects that one place in the code makes.
  void show_site(std::uint32_t site) { shown_sites_.push_back(site); }
  // The same of all objects.
  void show_all() { all_shown_ = true; }

  [[nodiscard]] static std::string name_of(const Thread& thread);
  // The innermost one that runs code of the program itself; the innermost one if there is none.
  [[nodiscard]] static const Frame& own_frame(const Thread& thread);
  [[nodiscard]] bool is_folded(const Thread& thread, std::size_t frame) const;
  [[nodiscard]] std::string place_of(const Thread& thread) const;
  [[nodiscard]] std::vector<std::string> stack_of(const Thread& thread) const;
  // An object, for people.
  [[nodiscard]] std::string text_of(Reference reference);
  // Whether it is a variable of a function that has no name.
  [[nodiscard]] bool is_temporary(Reference reference);
  // What an operation of the innermost frame finds there.
  [[nodiscard]] Value get(const Thread& thread, Source source) const {
    if ((source & constant_source) != 0) return program_->constants[source & ~constant_source];
    return thread.values[thread.frames.back().base + source];
  }

 protected:
  struct Run {
    Thread* thread = nullptr;
    std::uint32_t choice = 0;
    bool allowed = false;  // the operation is the one that the step is about
    bool plain = false;    // it stops wherever a run without reduction does
  };

  Accesses(std::shared_ptr<const Program> program, const Settings& settings)
      : program_(std::move(program)),
        settings_(settings),
        memory_(program_),
        traces_(settings.races && program_->weak_orders) {
    memory_.set_collecting(!settings.leaks);
  }
  ~Accesses() = default;

  void set(Thread& thread, std::uint32_t slot, const Value& value) const {
    thread.values[thread.frames.back().base + slot] = value;
  }

  // The object whose bytes an address names. Throws Failure and Unsupported.
  [[nodiscard]] Object& resolve(const Value& address, std::uint64_t bytes, bool writes);
  // Whether the thread has to stop before an operation on the object.
  [[nodiscard]] bool is_visible(const Run& run, const Object& object, bool writes) const;
  [[nodiscard]] bool is_shown(const Object& object) const;
  // The same of an access to these bytes. Throws Refutation.
  [[nodiscard]] bool stops_access(const Run& run, const Object& object, std::uint64_t offset, std::uint64_t bytes,
                                  bool writes);
  // An access that stops nowhere is held against what is presumed. Throws Refutation.
  void check_presumed(const Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes);
  // An access that runs is held against the last plain ones of others, and is remembered itself if it is plain: under
  // orders weaker than sequential consistency it may race with one that comes long after it. Throws Failure.
  void note_access(Thread& thread, const Object& object, std::uint64_t offset, std::uint64_t bytes, bool writes,
                   std::uint16_t atomic = 0);
  // The thread releases or acquires, by what it does (namespace order).
  void note_order(Thread& thread, std::uint16_t atomic);
  [[nodiscard]] Value load(const Object& object, std::uint64_t offset, unsigned width);
  void store(Thread& thread, Object& object, std::uint64_t offset, unsigned width, const Value& value);
  void check(Access access);
  // C++: an object ends; no mutex in it may be held. Throws Failure.
  void check_held(const Object& object);
  // Objects of the innermost frame end; what is returned may point to them.
  void end_slots(Thread& thread, const Value* results, std::size_t count);
  void end_object(const Thread& thread, Reference reference, const Value* results, std::size_t count);
  // The same when the program ends, with nobody left to notice.
  void drop_object(Reference reference, const Value* results, std::size_t count);

  std::shared_ptr<const Program> program_;
  Settings settings_;
  Memory memory_;
  Reducer reducer_{memory_};
  Narrator* narrator_ = nullptr;
  std::vector<Reference> shown_;
  std::vector<std::uint32_t> shown_sites_;
  bool all_shown_ = false;
  std::uint64_t collapsed_ = 0;                 // stops that the reduction left out in this step
  bool left_out_ = false;                       // one of them is before the operation that runs
  bool presumed_ = false;                       // of the access that runs, that nobody can tell when it happens
  bool traces_;                                 // races by weaker orders are judged
  std::vector<model::RacingAccess> unordered_;  // those of such a race
};

}  // namespace waymark::llvm
