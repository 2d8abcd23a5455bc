// Mutexes and condition variables. A mutex is in its own memory, laid out so that what initialises one in C does so
// here: who owns it, how often, and of which kind it is. Who waits on a condition variable is in the threads.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "llvm/machine/builtins.hpp"
#include "llvm/machine/locks.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t held_at = 8;
constexpr std::uint64_t not_owner = 1;  // EPERM

}  // namespace

Builtins::Lock Builtins::lock_at(const Value& address) {
  Lock lock;
  lock.object = &resolve(address, mutex::bytes, true);
  lock.offset = address.bits;
  const Value owner = load(*lock.object, address.bits, 32);
  const Value count = load(*lock.object, address.bits + mutex::count_at, 32);
  const Value kind = load(*lock.object, address.bits + mutex::kind_at, 32);
  if ((owner.undefined | kind.undefined | count.undefined) != 0) {
    throw Failure{"lock", fmt::format("the mutex {} was not initialised", text_of(address.object))};
  }
  lock.owner = static_cast<std::uint32_t>(owner.bits);
  lock.count = static_cast<std::uint32_t>(count.bits);
  lock.kind = static_cast<std::uint32_t>(kind.bits) & 3;
  if (lock.owner == destroyed) {
    throw Failure{"lock", fmt::format("the mutex {} was destroyed", text_of(address.object))};
  }
  return lock;
}

void Builtins::set_lock(const Lock& lock, std::uint32_t owner, std::uint32_t count) {
  check(memory_.write(*lock.object, lock.offset, 4, {owner, 0, 0}));
  check(memory_.write(*lock.object, lock.offset + mutex::count_at, 4, {count, 0, 0}));
  const bool held = owner != 0 && owner != destroyed;
  check(memory_.write(*lock.object, lock.offset + held_at, 8, {held ? held_mark : 0, 0, 0}));
}

bool Builtins::can_lock(const Thread& thread, const Lock& lock) {
  return lock.owner == 0 || (lock.owner == owner_of(thread) && lock.kind != 0 && lock.kind != 3);
}

Builtins::Next Builtins::run_locks(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  const Value address = argument(thread, call, 0);
  const std::uint32_t me = owner_of(thread);
  switch (builtin) {
    case Builtin::mutex_init: {
      Object& object = resolve(address, mutex::bytes, true);
      if (is_visible(run, object, true)) return Next::stop;
      const std::uint64_t bytes = std::min<std::uint64_t>(40, object.size - address.bits);
      check(memory_.fill(object, address.bits, {}, bytes));
      const Value attributes = argument(thread, call, 1);
      if (attributes.object != 0) {
        const Value kind = load(resolve(attributes, 4, false), attributes.bits, 32);
        if (kind.undefined != 0) throw Failure{"lock", "the attributes of a mutex were not initialised"};
        store(thread, object, address.bits + mutex::kind_at, 32, {kind.bits & 3, 0, 0});
      }
      break;
    }
    case Builtin::mutex_destroy: {
      const Lock lock = lock_at(address);
      if (is_visible(run, *lock.object, true)) return Next::stop;
      if (lock.owner != 0)
        throw Failure{"lock", fmt::format("the mutex {} is destroyed while it is held", text_of(address.object))};
      check_presumed(thread, *lock.object, lock.offset, mutex::bytes);
      set_lock(lock, destroyed, 0);
      break;
    }
    case Builtin::mutex_lock: {
      const Lock lock = lock_at(address);
      if (is_visible(run, *lock.object, true)) return Next::stop;
      if (!can_lock(thread, lock)) return suspend(thread);
      resume(thread);
      if (lock.owner == me && lock.kind == mutex::checked) {
        result(run, {deadlock, 0, 0});
        return Next::on;
      }
      set_lock(lock, me, lock.owner == me ? lock.count + 1 : 1);
      reducer_.note_lock(*lock.object, lock.offset, false);
      break;
    }
    case Builtin::mutex_trylock: {
      const Lock lock = lock_at(address);
      if (is_visible(run, *lock.object, true)) return Next::stop;
      const bool mine = lock.owner == me && lock.kind == mutex::recursive;
      if (lock.owner != 0 && !mine) {
        result(run, {busy, 0, 0});
        return Next::on;
      }
      set_lock(lock, me, lock.count + 1);
      reducer_.note_lock(*lock.object, lock.offset, false);
      break;
    }
    case Builtin::mutex_unlock: {
      const Lock lock = lock_at(address);
      // Who needs it waits for it, unless somebody asks for it without waiting, or ends it.
      if (is_visible(run, *lock.object, true)) {
        if (run.plain || program_->asks_locks || !reducer_.unlocks_freely(*lock.object, lock.offset)) return Next::stop;
        if (!std::exchange(left_out_, true)) ++collapsed_;
      }
      if (lock.owner != me) {
        if (lock.kind == mutex::checked || lock.kind == mutex::recursive) {
          result(run, {not_owner, 0, 0});
          return Next::on;
        }
        throw Failure{
            "lock", fmt::format("the mutex {} is unlocked by a thread that does not hold it", text_of(address.object))};
      }
      set_lock(lock, lock.count > 1 ? me : 0, lock.count - 1);
      break;
    }
    case Builtin::mutex_attribute_init:
      store(thread, resolve(address, 4, true), address.bits, 32, {});
      break;
    case Builtin::mutex_attribute_type:
      store(thread, resolve(address, 4, true), address.bits, 32, defined(run, call, 1, "the kind of a mutex"));
      break;
    case Builtin::condition_init:
    case Builtin::condition_destroy: {
      Object& object = resolve(address, 8, true);
      if (is_visible(run, object, true)) return Next::stop;
      for (const auto& other : memory_.threads()) {
        if (other->record.status != Status::waiting || !(other->record.waits_on == address)) continue;
        throw Failure{"lock",
                      fmt::format("a thread waits for the condition {}, which {}", text_of(address.object),
                                  builtin == Builtin::condition_init ? "is initialised again" : "is destroyed")};
      }
      const std::uint64_t bytes = std::min<std::uint64_t>(48, object.size - address.bits);
      check(memory_.fill(object, address.bits, {}, bytes));
      break;
    }
    case Builtin::condition_wait:
      return wait(run, call);
    default:
      return wake(run, call, builtin);
  }
  result(run, {});
  return Next::on;
}

Builtins::Next Builtins::wait(const Run& run, const Call& call) {
  Thread& thread = *run.thread;
  const Value condition = argument(thread, call, 0);
  Object& object = resolve(condition, 8, false);
  const Lock lock = lock_at(argument(thread, call, 1));
  const std::uint32_t me = owner_of(thread);
  if (thread.record.status == Status::running) {
    if (is_visible(run, object, true)) return Next::stop;
    if (lock.owner != me) {
      throw Failure{"lock", "a thread waits on a condition variable without holding the mutex"};
    }
    set_lock(lock, lock.count > 1 ? me : 0, lock.count - 1);  // who has locked it twice keeps it
    memory_.set_status(thread, Status::waiting);
    memory_.edit(thread).waits_on = condition;
    return Next::stop;
  }
  memory_.set_status(thread, Status::running);
  memory_.edit(thread).waits_on = {};
  set_lock(lock, me, lock.count + 1);
  result(run, {});
  return Next::on;
}

Builtins::Next Builtins::wake(const Run& run, const Call& call, Builtin builtin) {
  const Value condition = argument(*run.thread, call, 0);
  const Object& object = resolve(condition, 8, false);
  if (is_visible(run, object, true)) return Next::stop;
  std::uint32_t number = 0;
  for (const auto& other : memory_.threads()) {
    if (other->record.status != Status::waiting || !(other->record.waits_on == condition)) continue;
    const bool chosen = builtin == Builtin::condition_broadcast || number++ == (run.allowed ? run.choice : 0);
    if (chosen) memory_.set_status(*other, Status::woken);
  }
  result(run, {});
  return Next::on;
}

std::optional<Builtins::Need> Builtins::need_of(Thread& thread) {
  using For = model::Wait::Kind;
  if (!is_living(thread.record.status) || can_go_on(thread)) return std::nullopt;
  const Frame& top = thread.frames.back();
  const Call& call = top.code->calls[top.code->ops[top.pc].c];
  const Builtin builtin = builtin_of(thread, call);
  const auto lock = [&](const Value& address) {
    const std::uint32_t owner = lock_at(address).owner;
    return Need{For::lock, address, thread_with(owner)};
  };
  switch (builtin) {
    case Builtin::condition_wait:
      if (thread.record.status == Status::woken) return lock(argument(thread, call, 1));
      return Need{For::notification, argument(thread, call, 0), nullptr};
    case Builtin::mutex_lock:
      return lock(argument(thread, call, 0));
    case Builtin::rwlock_read:
    case Builtin::rwlock_write: {
      const Value address = argument(thread, call, 0);
      return Need{For::lock, address, holder_of(thread, address)};
    }
    case Builtin::thread_join:
    case Builtin::join_number:
      return Need{For::end, {}, thread_of(argument(thread, call, 0), builtin)};
    default:
      return Need{For::condition, argument(thread, call, 0), nullptr};
  }
}

void Builtins::add_passed(const Thread& thread, std::vector<Pending>& out) {
  if (!is_living(thread.record.status)) return;
  const Frame& top = thread.frames.back();
  const Op& op = top.code->ops[top.pc];
  if (op.what != Do::call) return;
  const Call& call = top.code->calls[op.c];
  const Builtin builtin = builtin_of(thread, call);
  const auto add = [&](const Value& from, std::uint64_t bytes) {
    const Object* const object = memory_.at(from.object);
    if (from.undefined != 0 || bytes == 0 || object == nullptr || object->kind == ObjectKind::constant) return;
    out.push_back({Pending::What::read, false, from.object, from.bits, bytes});
  };
  if (builtin == Builtin::copy) {
    const Value count = argument(thread, call, 2);
    if (count.undefined == 0) add(argument(thread, call, 1), count.bits);
  }
  if (builtin != Builtin::none) return;
  for (const Argument& it : call.arguments) {
    if (it.by_value != nullptr) add(get(thread, it.source), it.by_value->size);
  }
}

Pending Builtins::pending(Thread& thread) {
  Pending pending;
  const Status status = thread.record.status;
  if (!is_living(status)) return pending;
  const Frame& top = thread.frames.back();
  const Op& op = top.code->ops[top.pc];
  const auto at = [&](Pending::What what, const Value& address, std::uint64_t bytes) {
    if (address.undefined != 0) return;
    const Object* const object = memory_.at(address.object);
    if (object == nullptr || object->kind == ObjectKind::constant) return;
    pending.what = what;
    pending.object = address.object;
    pending.offset = address.bits;
    pending.bytes = bytes;
    pending.is_atomic = op.atomic != 0;
  };
  const std::uint64_t bytes = (op.width + 7u) / 8;
  switch (op.what) {
    case Do::load: {
      Value address = get(thread, op.a);
      address.bits += op.number;
      at(Pending::What::read, address, bytes);
      break;
    }
    case Do::store: {
      Value address = get(thread, op.b);
      address.bits += op.number;
      at(Pending::What::write, address, bytes);
      break;
    }
    case Do::exchange:
    case Do::update:
      at(Pending::What::update, get(thread, op.a), bytes);
      break;
    case Do::call: {
      const Call& call = top.code->calls[op.c];
      const Builtin builtin = builtin_of(thread, call);
      const bool input = builtin == Builtin::nondet || builtin == Builtin::choose || builtin == Builtin::input;
      pending.what = builtin == Builtin::none ? Pending::What::run
                     : input                  ? Pending::What::choice
                                              : Pending::What::other;
      if (builtin == Builtin::dynamic_cast_) at(Pending::What::read, argument(thread, call, 0), 8);
      if (builtin == Builtin::copy || builtin == Builtin::fill) {
        const Value count = argument(thread, call, 2);
        if (count.undefined == 0) at(Pending::What::write, argument(thread, call, 0), count.bits);
      }
      if (builtin == Builtin::release) {
        const Value address = argument(thread, call, 0);
        const Object* const object = memory_.at(address.object);
        if (object != nullptr) at(Pending::What::write, {0, address.undefined, address.object}, object->size);
      }
      break;
    }
    default:
      break;
  }
  return pending;
}

}  // namespace waymark::llvm
