// What a model has seen of assertions and conditions, in the methods that were called.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

// Whether it loads a variable that has no name, though others of the method have: javac made it.
bool loads_unnamed(const Method& method, std::size_t pc, std::uint16_t op) {
  if (method.code[pc].op != op) return false;
  const std::vector<LocalName>& names = method.member->code->names;
  const auto names_it = [&](const LocalName& one) {
    const unsigned at = method.offsets[pc];
    return one.slot == method.code[pc].n && at >= one.begin && at < unsigned{one.begin} + one.length;
  };
  return !names.empty() && std::none_of(names.begin(), names.end(), names_it);
}

bool calls(const Method& method, std::size_t pc, std::string_view name) {
  const Insn& insn = method.code[pc];
  if (insn.op != op_invokevirtual && insn.op != op_invokeinterface) return false;
  const ClassFile& file = *method.owner->file;
  return file.utf8(file.pool[file.pool[static_cast<std::size_t>(insn.k)].b].a) == name;
}

// Branches that nobody wrote: the end of `for (T each : all)`, the texts of a `switch`, and the null check of
// `try (T it = ...)`. Where a class file names no variables, loops by an iterator or a number look like written ones.
class MadeBranches {
 public:
  explicit MadeBranches(const Method& method) : method_(method) {
    for (const Switch& one : method.switches) cases_.insert(one.targets.begin(), one.targets.end());
  }

  // To be asked in the order of the code.
  bool contains(std::size_t pc) { return ends_loop(pc) || closes(pc) || compares_text(pc); }

 private:
  [[nodiscard]] bool ends_loop(std::size_t pc) const {
    if (pc < 2) return false;
    if (calls(method_, pc - 1, "hasNext")) return loads_unnamed(method_, pc - 2, op_aload);
    return loads_unnamed(method_, pc - 1, op_iload) && loads_unnamed(method_, pc - 2, op_iload);
  }
  [[nodiscard]] bool closes(std::size_t pc) const {
    const std::vector<Insn>& code = method_.code;
    return pc >= 1 && pc + 2 < code.size() && code[pc].op == op_ifnull && code[pc - 1].op == op_aload &&
           code[pc + 1].op == op_aload && code[pc - 1].n == code[pc + 1].n && calls(method_, pc + 2, "close");
  }
  // A case begins with it, by the hash of the text. Texts with one hash are compared one after the other.
  bool compares_text(std::size_t pc) {
    const std::vector<Insn>& code = method_.code;
    if (pc < 3 || !calls(method_, pc - 1, "equals") || code[pc - 2].op != op_ldc || code[pc - 3].op != op_aload) {
      return false;
    }
    if (!cases_.contains(static_cast<std::int32_t>(pc - 3))) return false;
    cases_.insert(code[pc].k);
    return true;
  }

  const Method& method_;
  std::set<std::int32_t> cases_;  // where they begin
};

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
  MadeBranches made(method);
  for (std::size_t pc = 0; pc < method.code.size(); ++pc) {
    if (begins_assertion(method, pc)) {
      model::Probe assertion = probe(pc + 1, model::Probe::Kind::assertion);
      assertion.seen = (method.branched[pc + 1] & Method::beside_another) != 0;
      out.probes.push_back(std::move(assertion));
      // What is asserted is no condition of its own.
      const auto end = static_cast<std::size_t>(method.code[pc + 1].k);
      pc = end > pc + 1 ? end - 1 : pc + 1;
    } else if (is_branch(method.code[pc]) && !makes_value(method, pc) && !made.contains(pc)) {
      model::Probe condition = probe(pc, model::Probe::Kind::condition);
      const std::uint8_t denied = holds_where_it_jumps(method, pc) ? Method::was_passed : Method::was_taken;
      condition.seen = (method.branched[pc] & denied) != 0;
      out.probes.push_back(std::move(condition));
    }
  }
}

// Which instructions of a method may have been executed: those to which the branches lead in the ways that they went.
// Exceptions may have come from anywhere.
std::vector<bool> maybe_executed(const Method& method) {
  std::vector<bool> met(method.code.size());
  std::vector<std::size_t> open;
  const auto come_to = [&](std::int32_t at) {
    const auto place = static_cast<std::size_t>(at);
    if (at < 0 || place >= met.size() || met[place]) return;
    met[place] = true;
    open.push_back(place);
  };
  come_to(0);
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    handlers(method, at, come_to);
    if (is_branch(method.code[at])) {
      if ((method.branched[at] & Method::was_taken) != 0) come_to(method.code[at].k);
      if ((method.branched[at] & Method::was_passed) != 0) come_to(static_cast<std::int32_t>(at) + 1);
    } else {
      successors(method, at, come_to);
    }
  }
  return met;
}

// The lines of a method that was called. Its first branch, if it comes to one, tells that; without any, nothing is
// known that a list of methods does not say.
void add_lines(const Method& method, model::Observed& out) {
  const auto is_subroutine = [](const Insn& insn) { return opcodes[insn.op].flow == Flow::subreturn; };
  if (method.branched.empty() || std::any_of(method.code.begin(), method.code.end(), is_subroutine)) return;
  const bool called =
      std::any_of(method.branched.begin(), method.branched.end(), [](std::uint8_t ways) { return ways != 0; });
  if (!called) return;
  const std::vector<bool> met = maybe_executed(method);
  std::map<int, bool> lines;
  for (std::size_t pc = 0; pc < method.code.size(); ++pc) {
    const bool dead = method.depths[pc] == Method::never;  // no way of the code leads there
    if (!dead) lines[method.line(static_cast<std::uint32_t>(pc))] |= met[pc];
  }
  for (const auto& [line, executed] : lines) {
    model::Probe made;
    made.kind = model::Probe::Kind::line;
    made.location = fmt::format("{}:{}", method.owner->file->source_file, line);
    made.evaluated = true;
    made.seen = executed;
    out.probes.push_back(std::move(made));
  }
}

}  // namespace

std::optional<model::Observed> JavaModel::observed() const {
  vm_->journal().surroundings.note_work(std::exchange(fired_bytecodes_, 0), std::exchange(long_steps_, {}));
  model::Observed seen;
  seen.together = together_;
  for (const Method* const method : written_methods()) {
    // javac makes some methods; the bodies of lambda expressions are among them, and somebody wrote those.
    const bool made = (method->access & access::is_synthetic) != 0 && !method->name.starts_with("lambda$");
    const bool has_lines = method->prepared && method->member->code && !method->member->code->lines.empty();
    if (!has_lines || made || method->owner->file->source_file.empty()) continue;
    add_branches(*method, seen);
    add_lines(*method, seen);
  }
  return seen;
}

}  // namespace waymark::java
