// What a model has seen of assertions and conditions: all of them are branches.
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

// Adds the branches of a function of the program.
void add_branches(const Machine& machine, const Code& code, model::Observed& out) {
  const Program& program = machine.program();
  const std::vector<Place>& places = program.module->debug.places;
  std::set<std::uint32_t> asserting;  // lines
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
    if (!is_assertion && asserting.contains(line(op))) continue;
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

}  // namespace

std::optional<model::Observed> LlvmModel::observed() const {
  model::Observed all;
  for (const Code& code : machine_.program().codes) {
    if (code.defined && code.scope != 0 && !code.library) add_branches(machine_, code, all);
  }
  model::Observed seen;
  seen.together = together_;
  seen.add(all);  // instances of a template are one
  return seen;
}

}  // namespace waymark::llvm
