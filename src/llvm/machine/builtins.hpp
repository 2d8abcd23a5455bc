// Builtins: the functions that the machine runs itself. Middle layer of the machine.
#pragma once

#include <optional>

#include "llvm/machine/blocks.hpp"
#include "model/explanation.hpp"

namespace waymark::llvm {

class Builtins : public Blocks {
 public:
  // In how many ways the thread can go on; 0: it has to wait, or has ended.
  [[nodiscard]] std::uint32_t ways(Thread& thread);
  // Whether it can without a wait that ends for no reason.
  [[nodiscard]] bool can_go_on(Thread& thread);
  [[nodiscard]] Pending pending(Thread& thread);
  // What it is about to read besides: the source of a copy, structs that are passed by value.
  void add_passed(const Thread& thread, std::vector<Pending>& out);
  // What a thread waits for, for people.
  struct Need {
    model::Wait::Kind kind = model::Wait::Kind::condition;
    Value address;                   // of the mutex, the condition variable or the word
    const Thread* thread = nullptr;  // who holds it, or whose end it is; null: nobody
  };
  // Nothing: it can go on, or has ended.
  [[nodiscard]] std::optional<Need> need_of(Thread& thread);

 protected:
  using Blocks::Blocks;

  [[nodiscard]] Next run_builtin(const Run& run, const Call& call, Builtin builtin);
  void end_thread(Thread& thread, const Value& result);
  void end_program();
  [[nodiscard]] std::string string_at(const Value& address, std::uint64_t most);
  [[nodiscard]] static bool fails_at_will(const Op& op) { return (op.flags & flag::weak) != 0; }

  std::vector<std::uint32_t> fresh_;  // threads that were started in this step

 private:
  struct Lock {
    Object* object = nullptr;
    std::uint64_t offset = 0;
    std::uint32_t owner = 0;  // as owner_of() says
    std::uint32_t count = 0;
    std::uint32_t kind = 0;
  };
  struct ReadWriteLock {
    Object* object = nullptr;
    std::uint64_t offset = 0;
    std::uint32_t writer = 0;   // as owner_of() says
    std::uint32_t readers = 0;  // how often readers have it
    std::uint32_t mine = 0;     // how often this thread has it as a reader
  };
  struct Inputs {
    std::uint64_t low = 0;
    std::uint64_t count = 0;
    const std::vector<std::int64_t>* sample = nullptr;  // the values themselves, if they do not follow each other
    [[nodiscard]] std::uint64_t at(std::uint64_t choice) const {
      return sample == nullptr ? low + choice : static_cast<std::uint64_t>((*sample)[choice]);
    }
  };

  // A thread that has to wait within an indivisible section leaves the section until it goes on.
  [[nodiscard]] Next suspend(Thread& thread);
  void resume(Thread& thread);
  [[nodiscard]] Next run_numbers(const Run& run, const Call& call, Builtin builtin);
  void with_overflow(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] Next run_ends(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] Next run_inputs(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] bool gives_floats(const Thread& thread, const Call& call) const;
  [[nodiscard]] Inputs inputs(const Thread& thread, const Call& call, Builtin builtin);
  [[nodiscard]] Next run_threads(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] Next create(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] Next join(const Run& run, const Call& call, Builtin builtin);
  // Who owns a lock with this mark; null: nobody, or a thread that is gone.
  [[nodiscard]] const Thread* thread_with(std::uint32_t owner);
  [[nodiscard]] Thread* thread_of(const Value& value, Builtin builtin);
  [[nodiscard]] Next run_locks(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] Lock lock_at(const Value& address);
  void set_lock(const Lock& lock, std::uint32_t owner, std::uint32_t count);
  [[nodiscard]] static bool can_lock(const Thread& thread, const Lock& lock);
  [[nodiscard]] Next run_rwlocks(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] ReadWriteLock rwlock_at(const Thread& thread, const Value& address);
  // Whether the thread need not wait.
  [[nodiscard]] static bool can_take(const Thread& thread, const ReadWriteLock& lock, bool writes);
  void take(const Run& run, const ReadWriteLock& lock, bool writes);
  // Who has a lock for readers and writers, the writer or one of the readers; null: nobody.
  [[nodiscard]] const Thread* holder_of(const Thread& thread, const Value& address);
  [[nodiscard]] Next wait(const Run& run, const Call& call);
  [[nodiscard]] Next wake(const Run& run, const Call& call, Builtin builtin);
  [[nodiscard]] bool condition_holds(const Thread& thread, const Call& call, Builtin builtin);
  void check_leaks();
  [[nodiscard]] std::uint32_t exchange_ways(const Thread& thread, const Op& op);
  [[nodiscard]] bool can_step(Thread& thread, bool spurious);
};

}  // namespace waymark::llvm
