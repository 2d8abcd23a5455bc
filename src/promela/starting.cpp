#include "promela/starting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "promela/program/layout.hpp"
#include "promela/reduce/footprint.hpp"

namespace waymark::promela {

using model::Step;

namespace {

std::shared_ptr<const Program> without_sequences(const Program& program) {
  auto made = std::make_shared<Program>(program);
  for (TransitionInfo& way : made->transitions) way.atomic = false;
  return made;
}

// Calls f with each instruction that the code may execute, until one answers false; whether all answered true.
template <typename F>
bool all_instructions(const Program& program, Code code, F f) {
  std::set<std::size_t> met;
  std::vector<std::size_t> open{code};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (!met.insert(at).second) continue;
    const Instruction& instruction = program.code[at];
    if (!f(instruction)) return false;
    const bool jumps = instruction.op == Op::jump || instruction.op == Op::jump_if_zero;
    if (jumps) open.push_back(at + 1 + static_cast<std::size_t>(instruction.c));
    if (instruction.op != Op::ret && instruction.op != Op::jump) open.push_back(at + 1);
  }
  return true;
}

bool runs(const Program& program, const TransitionInfo& way) {
  return !all_instructions(program, way.code, [](const Instruction& one) { return one.op != Op::run; });
}

}  // namespace

// ---------------------------------------------------------------- code

OwnCode::OwnCode(const Program& program) : program_(program) {
  const Objects objects(program);
  constant_ = Footprinter(program, objects).stable_globals();
  const Layout layout(*program.specification);
  std::vector<std::uint32_t> begins;
  for (const Symbol* symbol : program.specification->globals) {
    if (!is_sink(*symbol)) begins.push_back(layout.of(*symbol).offset);
  }
  std::sort(begins.begin(), begins.end());
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const auto from = constant_.begin() + begins[i];
    const auto to = i + 1 < begins.size() ? constant_.begin() + begins[i + 1] : constant_.end();
    if (std::find(from, to, false) != to) std::fill(from, to, false);
  }
}

bool OwnCode::never_changes(std::int32_t offset) const {
  return offset >= 0 && static_cast<std::size_t>(offset) < constant_.size() &&
         constant_[static_cast<std::size_t>(offset)];
}

bool OwnCode::is_own(const Instruction& instruction) const {
  const Opcode& row = opcode(instruction.op);
  switch (row.family) {
    case Family::control:
    case Family::constant:
    case Family::index:
    case Family::fetch:
    case Family::assign:
    case Family::arithmetic:
    case Family::bits:
    case Family::comparison:
    case Family::unary:
    case Family::own_pid:
    case Family::run:
      return true;
    case Family::load:
      return row.reads == Reads::local || never_changes(instruction.c);
    case Family::address:
      return instruction.op == Op::local_address || never_changes(instruction.c);
    case Family::effect:
      return instruction.op == Op::drop || instruction.op == Op::verify || instruction.op == Op::print;
    case Family::remote:
    case Family::timeout:
    case Family::system:
    case Family::test:
    case Family::poll:
      return false;
  }
  return false;
}

bool OwnCode::is_own(Code code) const {
  return all_instructions(program_, code, [this](const Instruction& one) { return is_own(one); });
}

bool OwnCode::is_own(const TransitionInfo& way) const {
  switch (way.kind) {
    case TransitionKind::skip:
    case TransitionKind::otherwise:
      return true;
    case TransitionKind::condition:
    case TransitionKind::effect:
    case TransitionKind::launch:
      return is_own(way.code);
    case TransitionKind::send:
    case TransitionKind::receive:
    case TransitionKind::end:
    case TransitionKind::dstep:
      return false;
  }
  return false;
}

// ---------------------------------------------------------------- the way

Starting::Starting(const std::shared_ptr<const Program>& program, const base::Stop* stop)
    : stop_(stop), executor_(without_sequences(*program)), own_(state_.program()) {
  executor_.set_stop(stop);
  executor_.interpreter().transitions().keep_ended();
}

std::string Starting::name(std::uint32_t pid) const {
  return state_.program().types[state_.processes()[pid].type].name;
}

bool Starting::may_start(const ProcessPart& process) const {
  const Program& program = state_.program();
  std::set<std::uint32_t> met;
  std::vector<std::uint32_t> open{state_.process_state(process)};
  while (!open.empty()) {
    const std::uint32_t number = open.back();
    open.pop_back();
    if (!met.insert(number).second) continue;
    const ControlState& at = program.states[process.first_state + number];
    for (std::uint32_t i = at.first; i < at.first + at.count; ++i) {
      const TransitionInfo& way = program.transitions[i];
      if (runs(program, way)) return true;
      if (way.kind == TransitionKind::dstep) open.push_back(way.operand);
      if (way.kind != TransitionKind::end) open.push_back(way.target);
    }
  }
  return false;
}

std::string Starting::find_starter(Start& start) const {
  for (std::uint32_t pid = 0; pid < state_.processes().size(); ++pid) {
    if (!may_start(state_.processes()[pid])) continue;
    if (start.starter && name(*start.starter) == name(pid))
      return fmt::format("several {} may start processes", name(pid));
    if (start.starter) return fmt::format("both {} and {} may start processes", name(*start.starter), name(pid));
    start.starter = pid;
  }
  return "";
}

// What would make its way depend on others, or others on it.
std::string Starting::refuse(std::uint32_t pid) const {
  const Program& program = state_.program();
  const std::uint32_t type = state_.processes()[pid].type;
  if (program.claim != Program::none) return "a never claim sees processes start one after another";
  if (program.types[type].provided != 0) return fmt::format("{} starts processes, and is 'provided'", name(pid));
  const bool seen = std::any_of(program.code.begin(), program.code.end(),
                                [&](const Instruction& one) { return one.op == Op::remote_address && one.b == type; });
  if (seen) return fmt::format("{} starts processes, and others look into it", name(pid));
  return "";
}

std::string Starting::step(std::uint32_t pid) {
  const Program& program = state_.program();
  const ControlState& at = state_.control_state(state_.context(pid));
  const auto first = program.transitions.begin() + at.first;
  if (!std::all_of(first, first + at.count, [this](const TransitionInfo& way) { return own_.is_own(way); })) {
    return fmt::format("while {} starts processes, others may change what it does next", name(pid));
  }
  ways_.clear();
  executor_.interpreter().transitions().collect(pid, ways_);
  if (ways_.size() > 1) return fmt::format("{} may go several ways before it has started all processes", name(pid));
  if (ways_.empty()) return fmt::format("{} comes to a stop before it has started all processes", name(pid));
  const std::size_t before = state_.processes().size();
  if (executor_.interpreter().step(ways_.front()) != Step::moved) {
    return fmt::format("{} fails before it has started all processes", name(pid));
  }
  for (std::size_t started = before; started < state_.processes().size(); ++started) {
    if (!own_.is_own(program.types[state_.processes()[started].type].initialise)) {
      return fmt::format("initial values of {} depend on when it starts", name(static_cast<std::uint32_t>(started)));
    }
  }
  return "";
}

std::string Starting::walk(Start& start) {
  const std::uint32_t pid = *start.starter;
  std::size_t processes = 0;
  for (std::size_t steps = 0; may_start(state_.processes()[pid]); ++steps) {
    base::poll(stop_);
    if (steps == most_steps) {
      return fmt::format("{} takes more than {} steps to start all processes", name(pid), most_steps);
    }
    if (state_.processes().size() != processes) start.passed.clear();
    processes = state_.processes().size();
    start.passed.push_back(state_.process_state(state_.processes()[pid]));
    if (std::string why = step(pid); !why.empty()) return why;
  }
  if (state_.processes().size() != processes) start.passed.clear();
  const std::uint32_t type = state_.processes()[pid].type;
  const auto alike = std::count_if(state_.processes().begin(), state_.processes().end(),
                                   [&](const ProcessPart& one) { return one.type == type; });
  if (alike > 1) return fmt::format("one of several {} starts processes", name(pid));
  return "";
}

Starting::Way Starting::from(std::span<const model::Word> state) {
  executor_.unpack(state);
  Start start;
  std::string why = find_starter(start);
  if (why.empty() && !start.starter) return {};
  if (why.empty()) why = refuse(*start.starter);
  if (why.empty()) why = walk(start);
  if (!why.empty()) return {std::nullopt, why};
  const auto words = executor_.pack().words;
  start.words.assign(words.begin(), words.end());
  return {std::move(start), ""};
}

}  // namespace waymark::promela
