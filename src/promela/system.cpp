#include "promela/system.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::promela {

std::int32_t* System::run(const Instruction& instruction, const Context& context, std::int32_t* sp) {
  const Program& program = state_.program();
  const auto c = static_cast<std::size_t>(instruction.c);
  switch (instruction.op) {
    case Op::remote_address:
    case Op::control_state:
    case Op::at_label:
    case Op::get_priority:
      sp[-1] = ask_process(instruction, sp[-1]);
      break;
    case Op::hidden_read:
      if (state_.flat().get<std::uint8_t>(program.hidden[c].flag) == 0) errors_.fault(Fault::hidden);
      break;
    case Op::hidden_write:
      state_.flat().set(program.hidden[c].flag, std::uint8_t{1});
      break;
    case Op::process_count:
      *sp++ = static_cast<std::int32_t>(state_.processes().size());
      break;
    case Op::first_of_type:
      *sp++ = first_of_type(static_cast<std::uint32_t>(c));
      break;
    case Op::last:
      *sp++ = state_.flat().get<std::uint8_t>(Registers::last);
      break;
    case Op::own_priority:
      *sp++ = state_.flat().get<std::uint8_t>(context.base + ProcessHeader::priority);
      break;
    case Op::timeout:
      *sp++ = transitions_.is_timeout();
      break;
    case Op::enabled:
      sp[-1] = transitions_.has_enabled(sp[-1], context.pid);
      break;
    case Op::set_priority:
      sp -= 2;
      set_priority(sp[0], sp[1]);
      break;
    case Op::channel_length:
    case Op::channel_full:
    case Op::channel_not_full:
    case Op::channel_empty:
    case Op::channel_not_empty:
      sp[-1] = channels_.test(instruction.op, sp[-1], context);
      break;
    case Op::poll:
      *sp++ = channels_.poll(program.receives[c], context);
      break;
    case Op::run: {
      const RunTarget& target = program.runs[c];
      sp -= target.arguments;
      *sp = start_process(target.type, target.priority, {sp, target.arguments});
      ++sp;
      break;
    }
    case Op::verify:
      check_assertion(*--sp, program.texts[c]);
      break;
    case Op::print:
      sp -= program.prints[c].arguments;
      if (explainer_.is_active()) explainer_.print(program.prints[c], sp);
      break;
    default:
      CHECK(false && "an instruction of the machine");
  }
  return sp;
}

void System::check_assertion(std::int32_t value, const std::string& text) {
  if (value != 0 || errors_.any()) return;
  errors_.fail("assertion", "assertion violated: " + text);
}

std::int32_t System::first_of_type(std::uint32_t type) const {
  const std::vector<ProcessPart>& all = state_.processes();
  const auto found = std::find_if(all.begin(), all.end(), [&](const ProcessPart& one) { return one.type == type; });
  return static_cast<std::int32_t>(found - all.begin());
}

const ProcessPart* System::find_process(std::int32_t pid) const {
  const std::vector<ProcessPart>& all = state_.processes();
  return pid >= 0 && static_cast<std::size_t>(pid) < all.size() ? &all[static_cast<std::size_t>(pid)] : nullptr;
}

std::int32_t System::ask_process(const Instruction& instruction, std::int32_t pid) const {
  const ProcessPart* process = find_process(pid);
  const bool is_of_type = process != nullptr && process->type == instruction.b;
  switch (instruction.op) {
    case Op::remote_address:
      return is_of_type ? static_cast<std::int32_t>(process->base) + instruction.c : Machine::nowhere;
    case Op::control_state:
      return process == nullptr ? 0 : static_cast<std::int32_t>(state_.process_state(*process));
    case Op::at_label:
      return is_of_type && state_.process_state(*process) == static_cast<std::uint32_t>(instruction.c);
    default:
      CHECK(instruction.op == Op::get_priority);
      return process == nullptr ? 0 : state_.flat().get<std::uint8_t>(process->base + ProcessHeader::priority);
  }
}

void System::set_priority(std::int32_t pid, std::int32_t priority) {
  const ProcessPart* process = find_process(pid);
  if (process == nullptr) return;
  if (priority < 1 || priority > 255) {
    errors_.fault(Fault::priority);
    return;
  }
  state_.flat().set(process->base + ProcessHeader::priority, static_cast<std::uint8_t>(priority));
}

std::int32_t System::start_process(std::uint32_t type, std::int32_t priority, std::span<const std::int32_t> arguments) {
  if (state_.is_full_of_processes()) {
    errors_.fault(Fault::processes);
    return 0;
  }
  const ProcessType& info = state_.program().types[type];
  const auto pid = static_cast<std::uint32_t>(state_.processes().size());
  const std::uint32_t base = state_.push_process(type, pid);
  if (state_.program().uses_priorities) {
    state_.flat().set(base + ProcessHeader::priority, static_cast<std::uint8_t>(priority));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    state_.assign(base + info.parameters[i].first, info.parameters[i].second, arguments[i]);
  }
  start_channels(base, info.channels);
  machine_.perform(info.initialise, {base, pid, type, info.first_state});
  return static_cast<std::int32_t>(pid);
}

void System::start() {
  const Program& program = state_.program();
  state_.clear();
  if (program.claim != Program::none) {
    state_.push_process(program.claim, claim_pid);
    machine_.perform(program.types[program.claim].initialise, state_.context(claim_pid));
  }
  start_channels(0, program.global_channels);
  machine_.perform(program.initialise, {});
  for (const ActiveProcess& active : program.active) {
    const std::vector<std::int32_t> arguments(program.types[active.type].parameters.size(), 0);
    start_process(active.type, active.priority, arguments);
  }
}

}  // namespace waymark::promela
