#include "llvm/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"
#include "llvm/code/names.hpp"
#include "llvm/machine/arithmetic.hpp"

namespace waymark::llvm {

namespace {

constexpr std::uint32_t most_turns = 10'000;  // of loops in a step
constexpr std::uint32_t turns_between_polls = 256;

bool decide(const Value& condition) {
  if (condition.undefined != 0) throw Failure{"uninitialised", "a value that was not initialised decides a branch"};
  if (condition.object != 0) throw Unsupported{"an address that decides a branch"};
  return (condition.bits & 1) != 0;
}

}  // namespace

Machine::Machine(std::shared_ptr<const Program> program, const Settings& settings)
    : Builtins(std::move(program), settings), entered_(program_->codes.size(), 0) {
  entered_[program_->entry] = 1;
  for (const Code& code : program_->codes) branched_.emplace_back(code.ops.size(), 0);
  boot();
}

// The state before main. Constructors that fail, choose or start threads do so in the first steps.
void Machine::boot() {
  const Code& code = program_->codes[program_->start];
  Thread& main = *memory_.start_thread();
  memory_.push_frame(main, code);
  give_arguments(main, code);
  const auto keep = [&] {
    memory_.settle();
    const model::Packed packed = memory_.pack();
    initial_.assign(packed.words.begin(), packed.words.end());
  };
  keep();
  if (program_->start != program_->entry) {
    booting_ = true;
    if (step(main, 0) == Outcome::moved) keep();
    booting_ = false;
  }
  memory_.unpack(initial_);
}

// argc and argv; what else an entry asks for is undefined.
void Machine::give_arguments(Thread& main, const Code& code) {
  for (std::uint32_t i = 0; i < code.parameters; ++i) set(main, i, undefined_value(code.parameter_widths[i]));
  const auto& widths = code.parameter_widths;
  if (widths.size() < 2 || widths[0] != 32 || widths[1] != 64) return;
  std::vector<std::string> all = settings_.arguments;
  if (all.empty()) all.emplace_back("program");
  const Reference list = memory_.make(ObjectKind::stack, 0, program_->argument_site, (all.size() + 1) * 8, true);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Reference text = memory_.make(ObjectKind::stack, 0, program_->argument_site, all[i].size() + 1, true);
    for (std::size_t k = 0; k < all[i].size(); ++k) {
      check(memory_.write(*memory_.at(text), k, 1, {static_cast<std::uint8_t>(all[i][k]), 0, 0}));
    }
    check(memory_.write(*memory_.at(list), i * 8, 8, {0, 0, text}));
  }
  set(main, 0, {all.size(), 0, 0});
  set(main, 1, {0, 0, list});
}

template <typename Work>
Outcome Machine::attempt(const Work& work) {
  problem_ = {};
  fresh_.clear();
  running_ = nullptr;
  const auto note = [&](std::string kind, std::string text) {
    problem_.kind = std::move(kind);
    problem_.text = std::move(text);
    if (running_ != nullptr) problem_.who = name_of(*running_);
    if (running_ == nullptr || running_->frames.empty()) return;
    problem_.place = place_of(*running_);
    problem_.stack = stack_of(*running_);
  };
  try {
    work();
    return Outcome::moved;
  } catch (const Failure& failure) {
    note(failure.kind, failure.text);
    return Outcome::failed;
  } catch (const Unsupported& unsupported) {
    note("unsupported", unsupported.text);
    return Outcome::unsupported;
  } catch (const Refutation& refutation) {
    problem_.kind = refuted_presumption;
    problem_.text = refutation.variable;
    return Outcome::unsupported;
  } catch (const Pruned&) {
    return Outcome::pruned;
  }
}

Outcome Machine::step(Thread& thread, std::uint32_t choice) {
  memory_.begin_step(thread);
  collapsed_ = 0;
  left_out_ = false;
  return attempt([&] {
    run(thread, choice, true);
    // Who was started runs up to its first operation that others could notice: nobody can tell when.
    for (std::size_t i = 0; i < fresh_.size(); ++i) {
      Thread& started = *memory_.threads()[fresh_[i]];
      entered_[started.frames.back().code->index] = 1;
      note_order(started, order::acquires);  // what its starter knows
      run(started, 0, false);
    }
    memory_.settle();
  });
}

// False if the step has to end: it has gone round loops too often.
bool Machine::take(Thread& thread, const Code& code, std::uint32_t number) {
  const Edge& edge = code.edges[number];
  Frame& frame = thread.frames.back();
  Value* const values = thread.values.data() + frame.base;
  if (edge.count == 1) {
    values[code.copies[edge.first].dest] = get(thread, code.copies[edge.first].source);
  } else if (edge.count > 1) {
    copied_.clear();
    for (std::uint32_t i = 0; i < edge.count; ++i) copied_.push_back(get(thread, code.copies[edge.first + i].source));
    for (std::uint32_t i = 0; i < edge.count; ++i) values[code.copies[edge.first + i].dest] = copied_[i];
  }
  frame.pc = edge.target;
  if (!edge.back) return true;
  if (++turns_ % turns_between_polls == 0) memory_.poll();
  return turns_ < most_turns;
}

void Machine::run(Thread& thread, std::uint32_t choice, bool stands) {
  running_ = &thread;
  Run run{&thread, choice, stands, !stands};
  turns_ = 0;
  std::uint32_t calls = 0;
  while (true) {
    Frame* frame = &thread.frames.back();
    const Code* code = frame->code;
    const Op* const ops = code->ops.data();
    Value* const values = thread.values.data() + frame->base;
    Next next = Next::on;
    // Until the frame changes.
    while (next == Next::on) {
      const Op& op = ops[frame->pc];
      if (narrator_ != nullptr) [[unlikely]]
        narrator_->runs(thread, *code, op);
      bool jumped = false;
      switch (op.what) {
        case Do::move: {
          const Value value = get(thread, op.a);
          if (narrator_ != nullptr) [[unlikely]]
            narrator_->assigns(thread, *code, op.dest, values[op.dest], value);
          values[op.dest] = value;
          break;
        }
        case Do::add:
        case Do::sub:
        case Do::mul:
        case Do::udiv:
        case Do::sdiv:
        case Do::urem:
        case Do::srem:
        case Do::shl:
        case Do::lshr:
        case Do::ashr:
        case Do::and_:
        case Do::or_:
        case Do::xor_:
          values[op.dest] = compute(op, get(thread, op.a), get(thread, op.b), settings_.overflow);
          break;
        case Do::icmp:
          values[op.dest] = compare(static_cast<Predicate>(op.aux), op.width, get(thread, op.a), get(thread, op.b));
          break;
        case Do::trunc:
        case Do::zext:
        case Do::sext:
        case Do::float_from_signed:
        case Do::float_from_unsigned:
        case Do::float_to_signed:
        case Do::float_to_unsigned:
        case Do::float_resize:
          values[op.dest] = convert(op, get(thread, op.a));
          break;
        case Do::float_negate:
        case Do::float_add:
        case Do::float_sub:
        case Do::float_mul:
        case Do::float_div:
        case Do::float_rem:
          values[op.dest] = compute_float(op, get(thread, op.a), get(thread, op.b));
          break;
        case Do::float_compare:
          values[op.dest] = compare_float(op, get(thread, op.a), get(thread, op.b));
          break;
        case Do::select: {
          const Value condition = get(thread, op.a);
          values[op.dest] = get(thread, decide(condition) ? op.b : op.c);
          break;
        }
        case Do::freeze: {
          Value value = get(thread, op.a);
          value.undefined = 0;
          values[op.dest] = value;
          break;
        }
        case Do::index: {
          Value value = get(thread, op.a);
          const Value index = get(thread, op.b);
          if ((index.undefined | value.undefined) != 0) {
            throw Failure{"uninitialised", "an index or address was not initialised"};
          }
          if (index.object != 0) throw Unsupported{"an address as an index"};
          const std::int64_t number = signed_value(index.bits, op.width);
          if (op.c != no_slot && static_cast<std::uint64_t>(number) >= op.c) {
            throw Failure{"bounds", fmt::format("index {} of an array of {} within another one", number, op.c)};
          }
          value.bits += static_cast<std::uint64_t>(number) * op.number;
          values[op.dest] = value;
          break;
        }
        case Do::offset: {
          Value value = get(thread, op.a);
          if (value.undefined == 0) value.bits += op.number;
          values[op.dest] = value;
          break;
        }
        case Do::thread_local_:
          values[op.dest] = {op.number, 0, memory_.thread_local_of(thread.number, op.c)};
          break;
        case Do::load:
          next = run_load(run, op);
          break;
        case Do::store:
          next = run_store(run, op);
          break;
        case Do::exchange:
          next = run_exchange(run, op);
          break;
        case Do::update:
          next = run_update(run, op);
          break;
        case Do::fence:
          note_order(thread, op.atomic);
          break;
        case Do::object:
          make_object(run, op);
          break;
        case Do::jump:
          jumped = true;
          if (!take(thread, *code, op.a)) next = Next::stop;
          break;
        case Do::branch: {
          const bool holds = decide(get(thread, op.a));
          std::uint8_t& seen = branched_[code->index][frame->pc];
          seen |= holds ? was_true : was_false;
          if (memory_.living() > 1) seen |= beside_another;
          jumped = true;
          if (!take(thread, *code, holds ? op.b : op.c)) next = Next::stop;
          break;
        }
        case Do::choose: {
          const Value value = get(thread, op.a);
          if (value.undefined != 0) throw Failure{"uninitialised", "a value that was not initialised decides a switch"};
          if (value.object != 0) throw Unsupported{"an address that decides a switch"};
          const Switch& table = code->switches[op.c];
          std::uint32_t edge = table.otherwise;
          for (const SwitchCase& it : table.cases) {
            if (it.value == value.bits) edge = it.edge;
          }
          jumped = true;
          if (!take(thread, *code, edge)) next = Next::stop;
          break;
        }
        case Do::call:
          if (++calls % turns_between_polls == 0) memory_.poll();
          next = run_call(run, op);
          break;
        case Do::leave:
          next = leave(run, op);
          break;
        case Do::resume:
          next = resume_unwinding(run, op);
          break;
        case Do::landing:  // unwinding goes on behind it
        case Do::unreachable:
          throw Failure{"unreachable", "a place that the program promises not to reach"};
        case Do::unsupported:
          throw Unsupported{code->texts[op.c]};
      }
      run.allowed = false;
      if (left_out_) [[unlikely]] {
        if (next == Next::stop) --collapsed_;  // it stops here for another reason
        left_out_ = false;
      }
      if (next == Next::on && !jumped) ++frame->pc;
      if (next == Next::stop && narrator_ != nullptr) [[unlikely]]
        narrator_->stays();
    }
    if (next == Next::stop || next == Next::ended) return;
  }
}

Machine::Next Machine::run_load(const Run& run, const Op& op) {
  Value address = get(*run.thread, op.a);
  address.bits += op.number;
  const Object& object = resolve(address, (op.width + 7) / 8, false);
  if (stops_access(run, object, address.bits, (op.width + 7u) / 8, false)) return Next::stop;
  if (traces_) [[unlikely]]
    note_access(*run.thread, object, address.bits, (op.width + 7u) / 8, false, op.atomic);
  set(*run.thread, op.dest, load(object, address.bits, op.width));
  return Next::on;
}

Machine::Next Machine::run_store(const Run& run, const Op& op) {
  Value address = get(*run.thread, op.b);
  address.bits += op.number;
  Object& object = resolve(address, (op.width + 7) / 8, true);
  if (stops_access(run, object, address.bits, (op.width + 7u) / 8, true)) return Next::stop;
  if (traces_) [[unlikely]]
    note_access(*run.thread, object, address.bits, (op.width + 7u) / 8, true, op.atomic);
  store(*run.thread, object, address.bits, op.width, get(*run.thread, op.a));
  return Next::on;
}

Machine::Next Machine::run_exchange(const Run& run, const Op& op) {
  const Value address = get(*run.thread, op.a);
  Object& object = resolve(address, (op.width + 7) / 8, true);
  if (stops_access(run, object, address.bits, (op.width + 7u) / 8, true)) return Next::stop;
  if (traces_) [[unlikely]]
    note_access(*run.thread, object, address.bits, (op.width + 7u) / 8, true, op.atomic);
  const Value old = load(object, address.bits, op.width);
  const Value expected = get(*run.thread, op.b);
  Value equal = compare(Predicate::eq, op.width, old, expected);
  const Value replacement = get(*run.thread, op.c);
  if (equal.undefined != 0)
    throw Failure{"uninitialised", "a value that was not initialised is compared and exchanged"};
  if (fails_at_will(op) && equal.bits != 0) {
    if (!run.allowed) return Next::stop;
    if (run.choice == 1) equal.bits = 0;
  }
  if (equal.bits != 0) store(*run.thread, object, address.bits, op.width, replacement);
  if (op.dest == no_slot) return Next::on;
  set(*run.thread, op.dest, old);
  set(*run.thread, op.dest + 1, equal);
  return Next::on;
}

Machine::Next Machine::run_update(const Run& run, const Op& op) {
  const Value address = get(*run.thread, op.a);
  Object& object = resolve(address, (op.width + 7) / 8, true);
  if (stops_access(run, object, address.bits, (op.width + 7u) / 8, true)) return Next::stop;
  if (traces_) [[unlikely]]
    note_access(*run.thread, object, address.bits, (op.width + 7u) / 8, true, op.atomic);
  const Value old = load(object, address.bits, op.width);
  const Value fresh = updated(static_cast<Update>(op.aux), op.width, old, get(*run.thread, op.b));
  store(*run.thread, object, address.bits, op.width, fresh);
  if (op.dest != no_slot) set(*run.thread, op.dest, old);
  return Next::on;
}

void Machine::make_object(const Run& run, const Op& op) {
  std::uint64_t bytes = op.number;
  if (op.a != no_slot) {
    const Value count = get(*run.thread, op.a);
    if (count.undefined != 0) throw Failure{"uninitialised", "the length of an array was not initialised"};
    if (count.bits > Heap::most_bytes || count.bits * bytes > Heap::most_bytes) {
      throw Failure{"bounds", fmt::format("an array of {} elements on the stack", count.bits)};
    }
    bytes *= count.bits;
  }
  const Reference made = memory_.make(ObjectKind::stack, run.thread->number, op.c, bytes, false);
  if (made == 0) throw Unsupported{"so many objects"};
  run.thread->slots.push_back(made);
  set(*run.thread, op.dest, {0, 0, made});
}

Machine::Next Machine::run_call(const Run& run, const Op& op) {
  Thread& thread = *run.thread;
  const Call& call = thread.frames.back().code->calls[op.c];
  const Builtin builtin = builtin_of(thread, call);
  if (builtin == Builtin::raise) return raise(run, call);
  if (builtin == Builtin::set_mark) return set_mark(run, call);
  if (builtin == Builtin::jump) return jump(run, call);
  if (builtin >= Builtin::dynamic_cast_) return run_types(run, call, builtin);
  if (builtin != Builtin::none) {
    if (traces_ && synchronizes(builtin)) note_order(thread, order::acquires | order::releases);
    return run_builtin(run, call, builtin);
  }
  std::uint32_t function = call.function;
  if (function == no_slot) {
    const Value callee = get(thread, call.callee);
    if (callee.undefined != 0) throw Failure{"uninitialised", "the address of a function was not initialised"};
    if (!is_function(callee.object) || callee.bits != 0) {
      if (callee.object == 0 && callee.bits < 4096) throw Failure{"null", "call through a null pointer"};
      throw Failure{"bounds", fmt::format("call of {}, which is no function", text_of(callee.object))};
    }
    function = index_of(callee.object);
  }
  if (booting_ && function == program_->entry) return Next::stop;
  const Code& code = program_->codes[function];
  if (!code.defined) {
    throw Unsupported{fmt::format(
        "the function {}, which has no body and no model; define it in a file of yours, or give --range {}=LOW..HIGH",
        demangled(code.name), code.name)};
  }
  if (code.is_atomic && thread.record.atomic == 0 && memory_.living() > 1 && !run.allowed) return Next::stop;
  if (thread.frames.size() >= settings_.frames) {
    throw Failure{"stack", fmt::format("more than {} calls within calls", settings_.frames)};
  }
  if (stops_to_pass(run, call)) return Next::stop;
  enter(run, call, code);
  return Next::again;
}

bool Machine::stops_to_pass(const Run& run, const Call& call) {
  for (const Argument& it : call.arguments) {
    if (it.by_value == nullptr) continue;
    const Value from = get(*run.thread, it.source);
    const Object& object = resolve(from, it.by_value->size, false);
    if (stops_access(run, object, from.bits, it.by_value->size, false)) return true;
    note_access(*run.thread, object, from.bits, it.by_value->size, false);
  }
  return false;
}

void Machine::enter(const Run& run, const Call& call, const Code& code) {
  Thread& thread = *run.thread;
  copied_.clear();
  const std::size_t given = std::min<std::size_t>(call.arguments.size(), code.parameters);
  for (std::size_t i = 0; i < given; ++i) {
    Value value = get(thread, call.arguments[i].source);
    const unsigned width = code.parameter_widths[i];
    if (width < call.arguments[i].width && width != 0) {  // without a prototype
      value.bits &= mask_of(width);
      value.undefined &= mask_of(width);
    }
    copied_.push_back(value);
  }
  // Variadic arguments are read before the frame is there.
  std::vector<Value> others;
  if (code.variadic) {
    for (std::size_t i = code.parameters; i < call.arguments.size(); ++i) {
      others.push_back(get(thread, call.arguments[i].source));
    }
  }
  entered_[code.index] = 1;
  Frame& frame = memory_.push_frame(thread, code);
  if (code.is_atomic) {
    frame.flags |= Frame::is_atomic;
    ++memory_.edit(thread).atomic;
  }
  for (std::size_t i = 0; i < given; ++i) set(thread, static_cast<std::uint32_t>(i), copied_[i]);
  for (std::size_t i = given; i < code.parameters; ++i) {
    set(thread, static_cast<std::uint32_t>(i), undefined_value(code.parameter_widths[i]));
  }
  for (std::size_t i = 0; i < given; ++i) {
    const Type* const type = call.arguments[i].by_value;
    if (type == nullptr) continue;
    const Object& from = resolve(copied_[i], type->size, false);
    const std::uint32_t site = program_->argument_site;
    const Reference made = memory_.make(ObjectKind::stack, thread.number, site, type->size, false);
    if (made == 0) throw Unsupported{"so many objects"};
    thread.slots.push_back(made);
    check(memory_.copy(*memory_.at(made), 0, from, copied_[i].bits, type->size));
    set(thread, static_cast<std::uint32_t>(i), {0, 0, made});
  }
  if (code.variadic_slot == no_slot) return;
  pass_list(thread, call, others);
}

// Variable arguments lie behind each other, as they do on the stack.
void Machine::pass_list(Thread& thread, const Call& call, const std::vector<Value>& others) {
  const Code& code = *thread.frames.back().code;
  const auto type_of = [&](std::size_t i) { return call.arguments[code.parameters + i].by_value; };
  const auto bytes_of = [&](std::size_t i) { return type_of(i) == nullptr ? 8 : (type_of(i)->size + 7) / 8 * 8; };
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < others.size(); ++i) bytes += bytes_of(i);
  const Reference made = memory_.make(ObjectKind::stack, thread.number, program_->argument_site, bytes, false);
  if (made == 0) throw Unsupported{"so many objects"};
  thread.slots.push_back(made);
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < others.size(); at += bytes_of(i++)) {
    if (const Type* const type = type_of(i)) {
      if (type->alignment > 8) throw Unsupported{"a struct of such an alignment among variable arguments"};
      const Object& from = resolve(others[i], type->size, false);
      check(memory_.copy(*memory_.at(made), at, from, others[i].bits, type->size));
    } else {
      check(memory_.write(*memory_.at(made), at, 8, others[i]));
    }
  }
  set(thread, code.variadic_slot, {0, 0, made});
}

Machine::Next Machine::leave(const Run& run, const Op& op) {
  Thread& thread = *run.thread;
  copied_.clear();
  for (std::uint32_t i = 0; i < op.number; ++i) copied_.push_back(get(thread, op.number == 1 ? op.a : op.a + i));
  if (thread.frames.size() == 1) return leave_last(run, copied_.empty() ? Value{} : copied_[0]);
  if ((thread.frames.back().flags & Frame::is_atomic) != 0 && thread.record.atomic > 0) {
    --memory_.edit(thread).atomic;
  }
  end_slots(thread, copied_.data(), copied_.size());
  memory_.pop_frame(thread);
  Frame& frame = thread.frames.back();
  const Op& called = frame.code->ops[frame.pc];
  const Call& call = frame.code->calls[called.c];
  if (called.dest != no_slot) {
    for (std::uint32_t i = 0; i < call.results; ++i) {
      const Value value = i < copied_.size() ? copied_[i] : undefined_value(64);
      set(thread, called.dest + i, value);
    }
  }
  ++frame.pc;
  return Next::again;
}

Machine::Next Machine::leave_last(const Run& run, const Value& result) {
  Thread& thread = *run.thread;
  if (thread.number == 0) {
    if (memory_.living() > 1 && !run.allowed) return Next::stop;
    end_program();
    return Next::ended;
  }
  if (is_function(thread.record.finish.object)) {
    const Code& code = program_->codes[index_of(thread.record.finish.object)];
    if (!code.defined) throw Unsupported{fmt::format("the function {}, which has no body", code.name)};
    memory_.share(result.object);
    memory_.edit(thread).finish = {};
    end_slots(thread, &result, 1);
    memory_.pop_frame(thread);
    memory_.push_frame(thread, code);
    for (std::uint32_t i = 0; i < code.parameters; ++i) set(thread, i, i == 0 ? result : undefined_value(64));
    return Next::again;
  }
  end_thread(thread, result);
  return Next::ended;
}

}  // namespace waymark::llvm
