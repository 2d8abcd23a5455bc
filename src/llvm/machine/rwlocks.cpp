// Locks for readers and writers. As a mutex, one is in its own memory, and all zeros are a free one: the writer, how
// often readers have it in all, and how often each thread has it as a reader.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "llvm/machine/builtins.hpp"
#include "llvm/machine/locks.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint32_t most_times = 0xff;
constexpr std::uint64_t too_often = 11;  // EAGAIN

}  // namespace

Builtins::ReadWriteLock Builtins::rwlock_at(const Thread& thread, const Value& address) {
  ReadWriteLock lock;
  lock.object = &resolve(address, rwlock::bytes, true);
  lock.offset = address.bits;
  if (thread.number >= rwlock::most_threads) {
    throw Unsupported{fmt::format("a lock for readers and writers in a thread above number {}", rwlock::most_threads)};
  }
  const Value writer = load(*lock.object, lock.offset, 32);
  const Value readers = load(*lock.object, lock.offset + rwlock::readers_at, 32);
  const Value mine = load(*lock.object, lock.offset + rwlock::times_at + thread.number, 8);
  if ((writer.undefined | readers.undefined | mine.undefined) != 0) {
    throw Failure{"lock", fmt::format("the lock {} was not initialised", text_of(address.object))};
  }
  lock.writer = static_cast<std::uint32_t>(writer.bits);
  lock.readers = static_cast<std::uint32_t>(readers.bits);
  lock.mine = static_cast<std::uint32_t>(mine.bits);
  if (lock.writer == destroyed) {
    throw Failure{"lock", fmt::format("the lock {} was destroyed", text_of(address.object))};
  }
  return lock;
}

bool Builtins::can_take(const Thread& thread, const ReadWriteLock& lock, bool writes) {
  if (lock.writer == owner_of(thread)) return true;  // it gets an error
  return lock.writer == 0 && (!writes || lock.readers == 0);
}

void Builtins::take(const Run& run, const ReadWriteLock& lock, bool writes) {
  Thread& thread = *run.thread;
  if (lock.writer == owner_of(thread)) return result(run, {deadlock, 0, 0});
  if (!writes && lock.mine == most_times) return result(run, {too_often, 0, 0});
  if (writes) {
    check(memory_.write(*lock.object, lock.offset, 4, {owner_of(thread), 0, 0}));
  } else {
    check(memory_.write(*lock.object, lock.offset + rwlock::readers_at, 4, {lock.readers + 1, 0, 0}));
    check(memory_.write(*lock.object, lock.offset + rwlock::times_at + thread.number, 1, {lock.mine + 1, 0, 0}));
  }
  reducer_.note_lock(*lock.object, lock.offset, true);
  result(run, {});
}

Builtins::Next Builtins::run_rwlocks(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  const Value address = argument(thread, call, 0);
  if (builtin == Builtin::rwlock_init) {
    Object& object = resolve(address, rwlock::bytes, true);
    if (is_visible(run, object, true)) return Next::stop;
    check_presumed(thread, object, address.bits, rwlock::bytes);
    check(memory_.fill(object, address.bits, {}, rwlock::bytes));
    result(run, {});
    return Next::on;
  }
  const ReadWriteLock lock = rwlock_at(thread, address);
  const bool visible = is_visible(run, *lock.object, true);
  const bool writes = builtin == Builtin::rwlock_write || builtin == Builtin::rwlock_try_write;
  switch (builtin) {
    case Builtin::rwlock_read:
    case Builtin::rwlock_write:
      if (visible) return Next::stop;
      if (!can_take(thread, lock, writes)) return suspend(thread);
      resume(thread);
      take(run, lock, writes);
      return Next::on;
    case Builtin::rwlock_try_read:
    case Builtin::rwlock_try_write:
      if (visible) return Next::stop;
      if (lock.writer != 0 || !can_take(thread, lock, writes)) {
        result(run, {busy, 0, 0});
      } else {
        take(run, lock, writes);
      }
      return Next::on;
    case Builtin::rwlock_destroy:
      if (visible) return Next::stop;
      if (lock.writer != 0 || lock.readers != 0) {
        throw Failure{"lock", fmt::format("the lock {} is destroyed while it is held", text_of(address.object))};
      }
      check_presumed(thread, *lock.object, lock.offset, rwlock::bytes);
      check(memory_.write(*lock.object, lock.offset, 4, {destroyed, 0, 0}));
      break;
    default: {  // unlock; see that of a mutex
      if (visible) {
        if (run.plain || program_->asks_locks || !reducer_.unlocks_freely(*lock.object, lock.offset)) return Next::stop;
        if (!std::exchange(left_out_, true)) ++collapsed_;
      }
      if (lock.writer == owner_of(thread)) {
        check(memory_.write(*lock.object, lock.offset, 4, {}));
      } else if (lock.mine != 0) {
        check(memory_.write(*lock.object, lock.offset + rwlock::readers_at, 4, {lock.readers - 1, 0, 0}));
        check(memory_.write(*lock.object, lock.offset + rwlock::times_at + thread.number, 1, {lock.mine - 1, 0, 0}));
      } else {
        throw Failure{
            "lock", fmt::format("the lock {} is unlocked by a thread that does not hold it", text_of(address.object))};
      }
      break;
    }
  }
  result(run, {});
  return Next::on;
}

const Thread* Builtins::holder_of(const Thread& thread, const Value& address) {
  const ReadWriteLock lock = rwlock_at(thread, address);
  if (const Thread* const writer = thread_with(lock.writer)) return writer;
  for (const auto& other : memory_.threads()) {
    if (is_there(other->record.status) && rwlock_at(*other, address).mine != 0) return other.get();
  }
  return nullptr;
}

}  // namespace waymark::llvm
