// What a model has seen of assertions and conditions: all of them are branches.
#include <algorithm>
#include <map>
#include <set>

#include "llvm/llvm_model.hpp"

namespace waymark::llvm {

namespace {

bool ends_block(Do what) {
  return what == Do::jump || what == Do::branch || what == Do::choose || what == Do::leave || what == Do::resume ||
         what == Do::unreachable;
}

// Whether the block to which the edge leads says that an assertion fails.
bool fails(const Code& code, std::uint32_t edge) {
  for (std::size_t pc = code.edges[edge].target; pc < code.ops.size(); ++pc) {
    const Op& op = code.ops[pc];
    if (op.what == Do::call && code.calls[op.c].builtin == Builtin::assertion_fails) return true;
    if (ends_block(op.what)) return false;
  }
  return false;
}

// Branches that nobody wrote: whether a static variable is initialised, which type an exception has, and the end of
// `for (auto each : all)`.
class MadeBranches {
 public:
  MadeBranches(const Machine& machine, const Code& code) : machine_(machine), code_(code) {
    for (const Local& local : code.locals) {
      if (local.name.starts_with("__begin")) begins_.insert(local.slot);
      if (local.name.starts_with("__end")) ends_.insert(local.slot);
    }
  }

  [[nodiscard]] bool contains(std::uint32_t pc) const {
    const Op& branch = code_.ops[pc];
    if (block_has(code_.edges[branch.b].target, [&](const Op& op) { return guards(op); })) return true;
    std::uint32_t first = pc;
    while (first > 0 && !ends_block(code_.ops[first - 1].what)) --first;
    if (block_has(first, [&](const Op& op) { return guards(op) || tells_type(op); })) return true;
    return block_has(first, [&](const Op& op) { return reads(op, begins_); }) &&
           block_has(first, [&](const Op& op) { return reads(op, ends_); });
  }

 private:
  template <typename Fits>
  [[nodiscard]] bool block_has(std::uint32_t first, const Fits& fits) const {
    for (std::uint32_t pc = first; pc < code_.ops.size(); ++pc) {
      if (fits(code_.ops[pc])) return true;
      if (ends_block(code_.ops[pc].what)) return false;
    }
    return false;
  }
  [[nodiscard]] bool guards(const Op& op) const {
    if (op.what != Do::call || code_.calls[op.c].function == no_slot) return false;
    return machine_.program().codes[code_.calls[op.c].function].name == "__cxa_guard_acquire";
  }
  [[nodiscard]] bool tells_type(const Op& op) const {
    return op.what == Do::call && code_.calls[op.c].builtin == Builtin::type_number;
  }
  [[nodiscard]] bool reads(const Op& op, const std::set<std::uint32_t>& slots) const {
    if (op.what != Do::call) return op.what != Do::branch && (slots.contains(op.a) || slots.contains(op.b));
    const std::vector<Argument>& arguments = code_.calls[op.c].arguments;
    return std::any_of(arguments.begin(), arguments.end(),
                       [&](const Argument& one) { return slots.contains(one.source); });
  }

  const Machine& machine_;
  const Code& code_;
  std::set<std::uint32_t> begins_;
  std::set<std::uint32_t> ends_;
};

// Adds the branches of a function of the program.
void add_branches(const Machine& machine, const Code& code, model::Observed& out) {
  const Program& program = machine.program();
  const std::vector<Place>& places = program.module->debug.places;
  std::set<std::uint32_t> asserting;  // lines
  const MadeBranches made(machine, code);
  const auto line = [&](const Op& op) { return op.place < places.size() ? places[op.place].line : 0; };
  const auto asserts = [&](const Op& op) { return fails(code, op.b) || fails(code, op.c); };
  for (const Op& op : code.ops) {
    if (op.what == Do::branch && asserts(op)) asserting.insert(line(op));
  }
  for (std::uint32_t pc = 0; pc < code.ops.size(); ++pc) {
    const Op& op = code.ops[pc];
    if (op.what != Do::branch || line(op) == 0) continue;
    const bool is_assertion = asserts(op);
    // The parts of what is asserted are no conditions of their own.
    if (!is_assertion && (asserting.contains(line(op)) || made.contains(pc))) continue;
    const std::uint8_t seen = machine.branched(code.index, pc);
    model::Probe probe;
    probe.kind = is_assertion ? model::Probe::Kind::assertion : model::Probe::Kind::condition;
    probe.location = program.place_text(op.place);
    probe.which = is_assertion ? 0 : places[op.place].column;
    probe.evaluated = seen != 0;
    probe.seen = (seen & (is_assertion ? Machine::beside_another : Machine::was_false)) != 0;
    out.probes.push_back(std::move(probe));
  }
}

// Calls visit with the operations that may follow, as far as is known from the ways that the branches went. An
// exception may have come out of any call.
template <typename Visit>
void possible_successors(const Machine& machine, const Code& code, std::uint32_t pc, const Visit& visit) {
  const Op& op = code.ops[pc];
  const auto along = [&](std::uint32_t edge) { visit(code.edges[edge].target); };
  switch (op.what) {
    case Do::jump:
      return along(op.a);
    case Do::branch: {
      const std::uint8_t seen = machine.branched(code.index, pc);
      if ((seen & Machine::was_true) != 0) along(op.b);
      if ((seen & Machine::was_false) != 0) along(op.c);
      return;
    }
    case Do::choose:
      along(code.switches[op.c].otherwise);
      for (const SwitchCase& it : code.switches[op.c].cases) along(it.edge);
      return;
    case Do::call:
      if (code.calls[op.c].unwind != no_slot) along(code.calls[op.c].unwind);
      return visit(pc + 1);
    case Do::leave:
    case Do::resume:
    case Do::unreachable:
      return;
    default:
      return visit(pc + 1);
  }
}

// The lines of a function that was called, as its branches tell; without any, nothing is known.
void add_lines(const Machine& machine, const Code& code, model::Observed& out) {
  const auto size = static_cast<std::uint32_t>(code.ops.size());
  bool called = false;
  for (std::uint32_t pc = 0; pc < size && !called; ++pc) {
    called = code.ops[pc].what == Do::branch && machine.branched(code.index, pc) != 0;
  }
  if (!called) return;
  std::vector<bool> met(size);
  std::vector<std::uint32_t> open;
  const auto come_to = [&](std::uint32_t pc) {
    if (pc >= size || met[pc]) return;
    met[pc] = true;
    open.push_back(pc);
  };
  come_to(0);
  while (!open.empty()) {
    const std::uint32_t pc = open.back();
    open.pop_back();
    possible_successors(machine, code, pc, come_to);
  }
  const std::vector<Place>& places = machine.program().module->debug.places;
  std::map<std::uint32_t, model::Probe> lines;
  for (std::uint32_t pc = 0; pc < size; ++pc) {
    const std::uint32_t place = code.ops[pc].place;
    const std::uint32_t line = place < places.size() ? places[place].line : 0;
    if (line == 0) continue;
    model::Probe& made = lines[line];
    made.kind = model::Probe::Kind::line;
    if (made.location.empty()) made.location = machine.program().place_text(place);
    made.evaluated = true;
    made.seen = made.seen || met[pc];
  }
  for (auto& [line, made] : lines) out.probes.push_back(std::move(made));
}

}  // namespace

std::optional<model::Observed> LlvmModel::observed() const {
  model::Observed all;
  for (const Code& code : machine_.program().codes) {
    if (!code.defined || code.scope == 0 || code.library) continue;
    add_branches(machine_, code, all);
    add_lines(machine_, code, all);
  }
  model::Observed seen;
  seen.together = together_;
  seen.add(all);  // instances of a template are one
  return seen;
}

}  // namespace waymark::llvm
