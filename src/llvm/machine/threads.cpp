// Threads: how they start, end and wait for each other, and in how many ways each can go on.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "llvm/machine/arithmetic.hpp"
#include "llvm/machine/builtins.hpp"
#include "llvm/machine/locks.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t no_such_thread = 3;  // ESRCH
constexpr std::uint64_t invalid = 22;        // EINVAL
constexpr std::uint64_t deadlocks = 35;      // EDEADLK

}  // namespace

Builtins::Next Builtins::suspend(Thread& thread) {
  const bool inside = thread.record.atomic != 0 && (thread.record.flags & Record::suspended) == 0;
  if (inside) memory_.edit(thread).flags |= Record::suspended;
  return Next::stop;
}

void Builtins::resume(Thread& thread) {
  if ((thread.record.flags & Record::suspended) != 0) memory_.edit(thread).flags &= ~Record::suspended;
}

void Builtins::end_thread(Thread& thread, const Value& value) {
  memory_.share(value.object);
  while (!thread.frames.empty()) {
    end_slots(thread, &value, 1);
    memory_.pop_frame(thread);
  }
  for (const std::uint32_t global : program_->thread_locals) {
    end_object(thread, memory_.thread_local_of(thread.number, global), &value, 1);
  }
  memory_.set_status(thread, Status::ended);
  Record& record = memory_.edit(thread);
  record.atomic = 0;
  record.result = value;
  if ((record.flags & Record::detached) == 0) return;
  memory_.forget_thread(thread);
  memory_.note_outlived();
}

void Builtins::check_leaks() {
  // What globals lead to is not lost.
  std::unordered_set<Reference> reached;
  std::vector<const Object*> work;
  memory_.each_object([&](const Object& object) {
    if (object.kind == ObjectKind::global) work.push_back(&object);
  });
  while (!work.empty()) {
    memory_.poll();
    const Object& from = *work.back();
    work.pop_back();
    for (const Value& cell : from.cells) {
      if (!is_object(cell.object) || !reached.insert(cell.object).second) continue;
      if (const Object* const to = memory_.at(cell.object)) work.push_back(to);
    }
  }
  memory_.each_object([&](const Object& object) {
    if (object.kind != ObjectKind::heap || object.life != Life::live || reached.contains(object.reference)) return;
    throw Failure{"leak", fmt::format("the program ends, and {} was not freed", text_of(object.reference))};
  });
}

void Builtins::end_program() {
  if (settings_.leaks) check_leaks();
  for (const auto& thread : memory_.threads()) {
    if (thread->record.status == Status::none) continue;
    if (!thread->frames.empty()) memory_.open(*thread);
    for (const Reference slot : thread->slots) drop_object(slot, nullptr, 0);
    while (!thread->frames.empty()) memory_.pop_frame(*thread);
    memory_.end_thread_for_good(*thread);
  }
  fresh_.clear();
}

const Thread* Builtins::thread_with(std::uint32_t owner) {
  const std::uint32_t number = (owner - 1) % most_threads;
  if (owner == 0 || owner == destroyed || number >= memory_.threads().size()) return nullptr;
  const Thread& thread = *memory_.threads()[number];
  return is_there(thread.record.status) && owner_of(thread) == owner ? &thread : nullptr;
}

Thread* Builtins::thread_of(const Value& value, Builtin builtin) {
  if (value.undefined != 0) throw Failure{"uninitialised", "a thread's number was not initialised"};
  const bool counts_from_one = builtin == Builtin::thread_join || builtin == Builtin::thread_detach;
  const std::uint64_t handle = value.bits - (counts_from_one ? 1 : 0);
  const std::uint64_t number = handle % Heap::most_threads;
  auto& threads = memory_.threads();
  if (value.object != 0 || number >= threads.size()) return nullptr;
  Thread& thread = *threads[number];
  return is_there(thread.record.status) && thread.handle() == handle ? &thread : nullptr;
}

Builtins::Next Builtins::create(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  const bool posix = builtin == Builtin::thread_create;
  const Value function = argument(thread, call, posix ? 2 : 0);
  const Value given = argument(thread, call, posix ? 3 : 1);
  Object* target = nullptr;
  Value where;
  if (posix) {
    where = argument(thread, call, 0);
    target = &resolve(where, 8, true);
    if (stops_access(run, *target, where.bits, 8, true)) return Next::stop;
  }
  if (!is_function(function.object) || function.bits != 0) throw Failure{"null", "a thread without a function"};
  const Code& code = program_->codes[index_of(function.object)];
  if (!code.defined) throw Unsupported{fmt::format("the function {}, which has no body", code.name)};
  Thread* const made = memory_.start_thread();
  if (made == nullptr) throw Unsupported{"so many threads"};
  memory_.share(given.object);
  memory_.push_frame(*made, code);
  for (std::uint32_t i = 0; i < code.parameters; ++i) set(*made, i, i == 0 ? given : undefined_value(64));
  if (!posix) memory_.edit(*made).finish = argument(thread, call, 2);
  if (code.is_atomic) ++memory_.edit(*made).atomic;
  const std::uint32_t outlived = thread.record.flags & Record::outlived;
  if (thread.number != 0 || outlived != 0) memory_.edit(*made).flags |= Record::late | outlived;
  fresh_.push_back(made->number);
  if (posix) {
    store(thread, *target, where.bits, 64, {std::uint64_t{made->handle()} + 1, 0, 0});
    result(run, {});
  } else {
    result(run, {std::uint64_t{made->handle()}, 0, 0});
  }
  return Next::on;
}

Builtins::Next Builtins::join(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  const bool posix = builtin == Builtin::thread_join;
  Thread* const other = thread_of(argument(thread, call, 0), builtin);
  const auto refuse = [&](std::string_view text, std::uint64_t code) {
    if (posix) throw Failure{"join", std::string(text)};
    result(run, {code, 0, 0});
    return Next::on;
  };
  if (other == nullptr) return refuse("a thread is joined that is not there, or was joined before", no_such_thread);
  if (other == &thread) return refuse("a thread joins itself", deadlocks);
  if ((other->record.flags & Record::detached) != 0) return refuse("a thread is joined that was detached", invalid);
  if (other->record.status != Status::ended) return suspend(thread);
  resume(thread);
  const Value to = argument(thread, call, 1);
  if (to.object != 0 || to.bits != 0 || to.undefined != 0) {
    Object& target = resolve(to, 8, true);
    if (stops_access(run, target, to.bits, 8, true)) return Next::stop;
    store(thread, target, to.bits, 64, other->record.result);
  }
  memory_.forget_thread(*other);
  if (thread.number != 0) memory_.note_outlived();
  result(run, {});
  return Next::on;
}

Builtins::Next Builtins::run_threads(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  switch (builtin) {
    case Builtin::thread_create:
    case Builtin::start_number:
      return create(run, call, builtin);
    case Builtin::thread_join:
    case Builtin::join_number:
      return join(run, call, builtin);
    case Builtin::thread_exit: {
      // The C++ runtime would unwind the stack and run destructors.
      if (program_->cpp && !own_frame(thread).code->library) throw Unsupported{"pthread_exit in a C++ program"};
      const Value value = call.arguments.empty() ? Value{} : argument(thread, call, 0);
      end_thread(thread, value);
      return Next::ended;
    }
    case Builtin::thread_self:
      result(run, {std::uint64_t{thread.handle()} + 1, 0, 0});
      return Next::on;
    case Builtin::self_number:
      result(run, {thread.number, 0, 0});
      return Next::on;
    case Builtin::thread_equal: {
      const bool same = argument(thread, call, 0).bits == argument(thread, call, 1).bits;
      result(run, {same ? 1u : 0u, 0, 0});
      return Next::on;
    }
    case Builtin::thread_detach:
    case Builtin::detach_number: {
      Thread* const other = thread_of(argument(thread, call, 0), builtin);
      const bool posix = builtin == Builtin::thread_detach;
      if (other == nullptr || (other->record.flags & Record::detached) != 0) {
        if (posix) throw Failure{"join", "a thread is detached that is not there, or was detached before"};
        result(run, {other == nullptr ? no_such_thread : invalid, 0, 0});
        return Next::on;
      }
      if (other->record.status == Status::ended) {
        memory_.forget_thread(*other);
        memory_.note_outlived();
      } else {
        memory_.edit(*other).flags |= Record::detached;
      }
      result(run, {});
      return Next::on;
    }
    case Builtin::yield:
      result(run, {});
      return Next::on;
    case Builtin::print:
      if (narrator_ != nullptr) {
        narrator_->prints(thread, string_at(argument(thread, call, 0), argument(thread, call, 1).bits));
      }
      return Next::on;
    case Builtin::wait_clear:
    case Builtin::wait_clear_half:
    case Builtin::wait_set:
    case Builtin::wait_set_half:
    case Builtin::wait_spurious: {
      const bool at_will = run.allowed && settings_.spurious && builtin == Builtin::wait_spurious;
      if (!condition_holds(thread, call, builtin) && !at_will) return suspend(thread);
      const bool inside = thread.record.atomic != 0;
      if (!inside && is_visible(run, resolve(argument(thread, call, 0), 4, false), false)) return Next::stop;
      resume(thread);
      return Next::on;
    }
    default:
      throw Unsupported{fmt::format("the function {}", callee_name(thread, call))};
  }
}

bool Builtins::condition_holds(const Thread& thread, const Call& call, Builtin builtin) {
  const Value address = argument(thread, call, 0);
  const bool half = builtin == Builtin::wait_clear_half || builtin == Builtin::wait_set_half;
  const unsigned bytes = half ? 4 : 8;
  const Value word = load(resolve(address, bytes, false), address.bits, bytes * 8);
  const Value mask = argument(thread, call, 1);
  if (((word.undefined & mask.bits) | mask.undefined) != 0) {
    throw Failure{"uninitialised", "what is waited for was not initialised"};
  }
  const bool any = (word.bits & mask.bits) != 0 || word.object != 0;
  return builtin == Builtin::wait_set || builtin == Builtin::wait_set_half ? any : !any;
}

bool Builtins::can_step(Thread& thread, bool spurious) {
  const Status status = thread.record.status;
  if (!is_living(status)) return false;
  const Frame& top = thread.frames.back();
  const Op& op = top.code->ops[top.pc];
  if (op.what != Do::call) return true;
  const Call& call = top.code->calls[op.c];
  const Builtin builtin = builtin_of(thread, call);
  try {
    switch (builtin) {
      case Builtin::condition_wait:
        if (status == Status::running) return true;
        if (status == Status::waiting && !(spurious && settings_.spurious)) return false;
        return can_lock(thread, lock_at(argument(thread, call, 1)));
      case Builtin::mutex_lock:
        return can_lock(thread, lock_at(argument(thread, call, 0)));
      case Builtin::rwlock_read:
      case Builtin::rwlock_write:
        return can_take(thread, rwlock_at(thread, argument(thread, call, 0)), builtin == Builtin::rwlock_write);
      case Builtin::thread_join:
      case Builtin::join_number: {
        Thread* const other = thread_of(argument(thread, call, 0), builtin);
        return other == nullptr || other == &thread || (other->record.flags & Record::detached) != 0 ||
               other->record.status == Status::ended;
      }
      case Builtin::wait_spurious:
        return (spurious && settings_.spurious) || condition_holds(thread, call, builtin);
      case Builtin::wait_clear:
      case Builtin::wait_clear_half:
      case Builtin::wait_set:
      case Builtin::wait_set_half:
        return condition_holds(thread, call, builtin);
      default:
        return true;
    }
  } catch (const Failure&) {
    return true;  // its step will say
  } catch (const Unsupported&) {
    return true;
  }
}

// A weak one may fail although the values are equal.
std::uint32_t Builtins::exchange_ways(const Thread& thread, const Op& op) {
  try {
    const Value address = get(thread, op.a);
    const Value old = load(resolve(address, (op.width + 7) / 8, true), address.bits, op.width);
    return compare(Predicate::eq, op.width, old, get(thread, op.b)).bits != 0 ? 2 : 1;
  } catch (const Failure&) {
    return 1;
  } catch (const Unsupported&) {
    return 1;
  }
}

bool Builtins::can_go_on(Thread& thread) { return can_step(thread, false); }

std::uint32_t Builtins::ways(Thread& thread) {
  if (!can_step(thread, true)) return 0;
  const Frame& top = thread.frames.back();
  const Op& op = top.code->ops[top.pc];
  if (op.what == Do::exchange && fails_at_will(op)) return exchange_ways(thread, op);
  if (op.what != Do::call) return 1;
  const Call& call = top.code->calls[op.c];
  const Builtin builtin = builtin_of(thread, call);
  try {
    if (builtin == Builtin::nondet || builtin == Builtin::choose || builtin == Builtin::input) {
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(inputs(thread, call, builtin).count, 1u << 16));
    }
    if (settings_.reuse && allocates(builtin)) {
      return 1 + static_cast<std::uint32_t>(reusable(call, asked_bytes({&thread}, call, builtin)).size());
    }
    if (builtin == Builtin::condition_signal) {
      const Value condition = argument(thread, call, 0);
      std::uint32_t waiting = 0;
      for (const auto& other : memory_.threads()) {
        if (other->record.status == Status::waiting && other->record.waits_on == condition) ++waiting;
      }
      return std::max(waiting, 1u);
    }
  } catch (const Failure&) {
    return 1;
  } catch (const Unsupported&) {
    return 1;
  }
  return 1;
}

}  // namespace waymark::llvm
