// Exceptions: which handler takes one, and the way there. A thrown exception is a record of the models (library/
// exception.hpp): its type, its object, and what the handler is given. First a handler is found. Only if there is
// one, functions end up to the next one that cleans up or handles. Then longjmp, where functions end likewise.
#include <fmt/format.h>

#include <algorithm>

#include "llvm/machine/machine.hpp"
#include "llvm/machine/types.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint64_t object_at = 8;
constexpr std::uint64_t adjusted_at = 16;
constexpr std::uint64_t pointer_at = 32;
constexpr std::uint64_t catches_all = 0x7fff'ffff;
constexpr std::uint64_t breaks_filter = 0xffff'ffff;
// A mark of setjmp: the thread and the number of its frames, then the function and the call in it. Last the address of
// an object that ends with the frame: its name is not used again while a mark has it.
constexpr std::uint64_t place_at = 8;
constexpr std::uint64_t witness_at = 16;
constexpr std::uint64_t mark_bytes = 24;

std::uint64_t joined(std::uint64_t high, std::uint64_t low) { return high << 32 | low; }

}  // namespace

Machine::Handler Machine::find_handler(const Thread& thread, const Value& exception, std::size_t frames,
                                       bool cleanups) {
  Types types(memory_);
  const Object& record = resolve(exception, adjusted_at + 8, true);
  const Value type = load(record, exception.bits, 64);
  const Value object = load(record, exception.bits + object_at, 64);
  Handler found;
  for (std::size_t i = frames; i-- > 0;) {
    const Frame& frame = thread.frames[i];
    const Op& op = frame.code->ops[frame.pc];
    if (op.what != Do::call || frame.code->calls[op.c].unwind == no_slot) continue;
    found.frame = i;
    found.edge = frame.code->calls[op.c].unwind;
    const Op& target = frame.code->ops[frame.code->edges[found.edge].target];
    if (target.what != Do::landing) {
      throw Unsupported{target.what == Do::unsupported ? frame.code->texts[target.c] : "this kind of handler"};
    }
    const Landing& landing = frame.code->landings[target.c];
    for (const Clause& clause : landing.clauses) {
      bool taken = clause.is_filter;
      for (const Value& it : clause.types) {
        const bool fits = types.catches(it, type, object, found.adjusted);
        taken = clause.is_filter ? taken && !fits : fits;
      }
      if (!taken) continue;
      const Value& wanted = clause.is_filter || clause.types.empty() ? Value{} : clause.types[0];
      found.selector = clause.is_filter ? breaks_filter : wanted.object == 0 ? catches_all : type_number(wanted);
      found.there = true;
      return found;
    }
    if (cleanups && landing.cleanup) {
      found.selector = 0;
      found.there = true;
      return found;
    }
  }
  return {};
}

std::uint64_t Machine::type_number(const Value& type) {
  if (!is_constant(type.object) || is_function(type.object)) throw Unsupported{"a handler of this type"};
  return std::uint64_t{index_of(type.object)} + 1;
}

void Machine::end_above(Thread& thread, std::size_t frame, const Value& kept) {
  while (thread.frames.size() > frame + 1) {
    if ((thread.frames.back().flags & Frame::is_atomic) != 0 && thread.record.atomic > 0) {
      --memory_.edit(thread).atomic;
    }
    end_slots(thread, &kept, 1);
    memory_.pop_frame(thread);
  }
}

Machine::Next Machine::land(const Run& run, const Value& exception, std::size_t frames) {
  Thread& thread = *run.thread;
  const Handler found = find_handler(thread, exception, frames, true);
  if (!found.there) throw Unsupported{"an exception whose handler has gone"};
  end_above(thread, found.frame, exception);
  if (found.selector != 0) {
    Object& record = resolve(exception, pointer_at + 8, true);
    store(thread, record, exception.bits + adjusted_at, 64, found.adjusted);
    if (Types(memory_).is_pointer(load(record, exception.bits, 64))) {
      const Value object = load(record, exception.bits + object_at, 64);
      store(thread, record, exception.bits + pointer_at, 64, load(resolve(object, 8, false), object.bits, 64));
    }
  }
  const Code& code = *thread.frames.back().code;
  (void)take(thread, code, found.edge);
  Frame& frame = thread.frames.back();
  const Op& landing = code.ops[frame.pc];
  set(thread, landing.dest, exception);
  set(thread, landing.dest + 1, {found.selector, 0, 0});
  ++frame.pc;
  return Next::again;
}

// Returns behind the call if nobody handles it.
Machine::Next Machine::raise(const Run& run, const Call& call) {
  const Value exception = argument(*run.thread, call, 0);
  const std::size_t frames = run.thread->frames.size();
  if (!find_handler(*run.thread, exception, frames, false).there) return Next::on;
  return land(run, exception, frames);
}

Machine::Next Machine::resume_unwinding(const Run& run, const Op& op) {
  return land(run, get(*run.thread, op.a), run.thread->frames.size() - 1);
}

Reference Machine::witness_of_frame(Thread& thread) {
  for (std::size_t i = thread.frames.back().first_slot; i < thread.slots.size(); ++i) {
    const Object* const object = memory_.at(thread.slots[i]);
    const bool is_unnamed = memory_.name(thread.slots[i]).site == program_->argument_site;
    if (object != nullptr && is_unnamed && object->size == 0) return thread.slots[i];
  }
  const Reference made = memory_.make(ObjectKind::stack, thread.number, program_->argument_site, 0, false);
  if (made == 0) throw Unsupported{"so many objects"};
  thread.slots.push_back(made);
  return made;
}

Machine::Next Machine::set_mark(const Run& run, const Call& call) {
  Thread& thread = *run.thread;
  const Value mark = argument(thread, call, 0);
  Object& there = resolve(mark, mark_bytes, true);
  if (stops_access(run, there, mark.bits, mark_bytes, true)) return Next::stop;
  const Frame& frame = thread.frames.back();
  store(thread, there, mark.bits, 64, {joined(thread.number, thread.frames.size()), 0, 0});
  store(thread, there, mark.bits + place_at, 64, {joined(frame.code->index, frame.pc), 0, 0});
  store(thread, there, mark.bits + witness_at, 64, {0, 0, witness_of_frame(thread)});
  result(run, {});
  return Next::on;
}

Machine::Next Machine::jump(const Run& run, const Call& call) {
  Thread& thread = *run.thread;
  const Value mark = argument(thread, call, 0);
  Value given = argument(thread, call, 1);
  const Object& there = resolve(mark, mark_bytes, false);
  if (stops_access(run, there, mark.bits, mark_bytes, false)) return Next::stop;
  const Value frames = load(there, mark.bits, 64);
  const Value place = load(there, mark.bits + place_at, 64);
  const Value witness = load(there, mark.bits + witness_at, 64);
  if ((frames.undefined | place.undefined) != 0) throw Failure{"uninitialised", "longjmp to a mark that was never set"};
  const std::uint64_t depth = frames.bits & 0xffff'ffff;
  const std::uint64_t pc = place.bits & 0xffff'ffff;
  const auto is_there = [&] {
    if (depth == 0 || depth > thread.frames.size() || frames.bits != joined(thread.number, depth)) return false;
    const std::size_t end = depth == thread.frames.size() ? thread.slots.size() : thread.frames[depth].first_slot;
    const auto first = thread.slots.begin() + thread.frames[depth - 1].first_slot;
    const auto last = thread.slots.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::find(first, last, witness.object) == last) return false;
    const Code& code = *thread.frames[depth - 1].code;
    if (code.index != place.bits >> 32 || pc >= code.ops.size() || code.ops[pc].what != Do::call) return false;
    return code.calls[code.ops[pc].c].builtin == Builtin::set_mark;
  };
  if (!is_there()) throw Failure{"argument", "longjmp to a function that has returned, or is another thread's"};
  if (given.bits == 0 && given.undefined == 0) given.bits = 1;
  end_above(thread, depth - 1, given);
  Frame& frame = thread.frames.back();
  frame.pc = static_cast<std::uint32_t>(pc);
  const Op& marked = frame.code->ops[pc];
  if (marked.dest != no_slot) set(thread, marked.dest, given);
  ++frame.pc;
  return Next::again;
}

// Machine knows types, and so what dynamic_cast gives and how an exception is told.
Machine::Next Machine::run_types(const Run& run, const Call& call, Builtin builtin) {
  Thread& thread = *run.thread;
  Types types(memory_);
  switch (builtin) {
    case Builtin::type_number:
      result(run, {type_number(argument(thread, call, 0)), 0, 0});
      return Next::on;
    case Builtin::dynamic_cast_: {
      const Value object = argument(thread, call, 0);
      const Object& there = resolve(object, 8, false);
      if (stops_access(run, there, object.bits, 8, false)) return Next::stop;
      result(run, types.cast(object, argument(thread, call, 1), argument(thread, call, 2)));
      return Next::on;
    }
    case Builtin::called_by: {
      const std::string prefix = string_at(argument(thread, call, 0), 200);
      bool found = false;
      for (std::size_t i = thread.frames.size(); i-- > 0 && thread.frames[i].code->library;) {
        found = found || thread.frames[i].code->name.starts_with(prefix);
      }
      result(run, {found ? 1u : 0u, 0, 0});
      return Next::on;
    }
    case Builtin::take_over: {
      Object* const block = memory_.at(argument(thread, call, 0).object);
      if (block != nullptr) memory_.unshare(*block);
      return Next::on;
    }
    case Builtin::same_object: {
      const bool same = argument(thread, call, 0).object == argument(thread, call, 1).object;
      result(run, {same ? 1u : 0u, 0, 0});
      return Next::on;
    }
    default: {  // uncaught
      const std::string why = string_at(argument(thread, call, 0), 200);
      const Value type = argument(thread, call, 1);
      const Value what = argument(thread, call, 2);
      std::string text = fmt::format("{} {}", types.text(type), why);
      if (what.object != 0) text = fmt::format("{} (\"{}\") {}", types.text(type), string_at(what, 200), why);
      throw Failure{"exception", std::move(text)};
    }
  }
}

}  // namespace waymark::llvm
