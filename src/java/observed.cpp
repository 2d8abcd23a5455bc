// What a model has seen of assertions and conditions, in the methods that were called.
#include <fmt/format.h>

#include "java/classfile/opcodes.hpp"
#include "java/java_model.hpp"
#include "java/link/flow.hpp"

namespace waymark::java {

namespace {

bool is_branch(const Insn& insn) { return opcodes[insn.op].flow == Flow::branch; }

// javac begins an assertion with a look at this field of the class.
bool begins_assertion(const Method& method, std::size_t pc) {
  const Insn& insn = method.code[pc];
  if (insn.op != op_getstatic || pc + 1 == method.code.size() || !is_branch(method.code[pc + 1])) return false;
  const ClassFile& file = *method.owner->file;
  const Constant& field = file.pool[static_cast<std::size_t>(insn.k)];
  return file.utf8(file.pool[field.b].a) == "$assertionsDisabled";
}

// Whether what is written holds where the instruction jumps. Otherwise it does where it passes on: a jump forward
// leaves out what depends on the condition. Sides of an `or` jump over the last one, and loops back to their beginning.
bool holds_where_it_jumps(const Method& method, std::size_t pc) {
  const auto target = static_cast<std::size_t>(method.code[pc].k);
  if (target <= pc) return true;
  const Insn& before = method.code[target - 1];
  return target - 1 != pc && is_branch(before) && static_cast<std::size_t>(before.k) > target;
}

// Whether it only makes a number of what is true, as in `a = !b`.
bool makes_value(const Method& method, std::size_t pc) {
  const auto target = static_cast<std::size_t>(method.code[pc].k);
  const auto is = [&](std::size_t at, std::int32_t number) {
    return at < method.code.size() && method.code[at].op == op_iconst && method.code[at].n == 0 &&
           method.code[at].k == number;
  };
  return is(pc + 1, 1) && pc + 2 < method.code.size() && method.code[pc + 2].op == op_goto && is(target, 0);
}

void add_branches(const Method& method, model::Observed& out) {
  const std::string_view file = method.owner->file->source_file;
  const auto probe = [&](std::size_t pc, model::Probe::Kind kind) {
    model::Probe made;
    made.kind = kind;
    made.location = fmt::format("{}:{}", file, method.line(static_cast<std::uint32_t>(pc)));
    made.which = method.id * 65536 + method.offsets[pc];
    made.evaluated = method.branched[pc] != 0;
    return made;
  };
  for (std::size_t pc = 0; pc < method.code.size(); ++pc) {
    if (begins_assertion(method, pc)) {
      model::Probe assertion = probe(pc + 1, model::Probe::Kind::assertion);
      assertion.seen = (method.branched[pc + 1] & Method::beside_another) != 0;
      out.probes.push_back(std::move(assertion));
      // What is asserted is no condition of its own.
      const auto end = static_cast<std::size_t>(method.code[pc + 1].k);
      pc = end > pc + 1 ? end - 1 : pc + 1;
    } else if (is_branch(method.code[pc]) && !makes_value(method, pc)) {
      model::Probe condition = probe(pc, model::Probe::Kind::condition);
      const std::uint8_t denied = holds_where_it_jumps(method, pc) ? Method::was_passed : Method::was_taken;
      condition.seen = (method.branched[pc] & denied) != 0;
      out.probes.push_back(std::move(condition));
    }
  }
}

}  // namespace

std::optional<model::Observed> JavaModel::observed() const {
  model::Observed seen;
  seen.together = together_;
  for (const Method* const method : written_methods()) {
    if (method->prepared && !method->owner->file->source_file.empty()) add_branches(*method, seen);
  }
  return seen;
}

}  // namespace waymark::java
