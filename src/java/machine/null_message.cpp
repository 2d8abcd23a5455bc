#include "java/machine/null_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "java/classfile/opcodes.hpp"
#include "java/link/effect.hpp"
#include "java/link/flow.hpp"

namespace waymark::java {

namespace {

constexpr std::int32_t nowhere = -1;
constexpr int most_detail = 5;  // nested expressions are named up to here

std::string external(std::string_view name) {
  std::string out(name);
  std::replace(out.begin(), out.end(), '/', '.');
  if (out == "java.lang.Object") return "Object";
  if (out == "java.lang.String") return "String";
  return out;
}

std::string external_type(std::string_view descriptor) {
  const std::size_t dimensions = descriptor.find_first_not_of('[');
  const std::string_view base = descriptor.substr(dimensions);
  std::string out;
  if (base[0] == 'L') {
    out = external(base.substr(1, base.size() - 2));
  } else {
    static constexpr std::pair<char, std::string_view> names[] = {{'Z', "boolean"}, {'C', "char"}, {'F', "float"},
                                                                  {'D', "double"},  {'B', "byte"}, {'S', "short"},
                                                                  {'I', "int"},     {'J', "long"}, {'V', "void"}};
    for (const auto& [letter, name] : names) {
      if (letter == base[0]) out = name;
    }
  }
  for (std::size_t i = 0; i < dimensions; ++i) out += "[]";
  return out;
}

// For every word of the operand stack before every instruction: the instruction that pushed it, if it is the same on
// all ways here.
class Origins {
 public:
  // REQUIRES: the method is prepared, so every value that is popped is there.
  explicit Origins(const Method& method) : method_(method) {
    rows_.resize(method.code.size());
    known_.assign(method.code.size(), false);
    written_.resize(method.code.size());
    reach(0, {}, std::vector<bool>(method.max_locals, false));
    while (!work_.empty()) {
      const std::size_t at = work_.front();
      work_.pop_front();
      step(at);
    }
  }

  // The word that lies `below` the top; nowhere if it is not known.
  [[nodiscard]] std::int32_t of(std::size_t at, std::size_t below) const {
    return below < rows_[at].size() ? rows_[at][rows_[at].size() - 1 - below] : nowhere;
  }
  [[nodiscard]] bool was_written(std::size_t at, std::size_t local) const {
    return local < written_[at].size() && written_[at][local];
  }

 private:
  using Row = std::vector<std::int32_t>;

  void reach(std::size_t at, const Row& row, const std::vector<bool>& written) {
    if (at >= rows_.size()) return;
    bool changed = !known_[at];
    if (changed) {
      known_[at] = true;
      rows_[at] = row;
      written_[at] = written;
    } else {
      for (std::size_t i = 0; i < row.size() && i < rows_[at].size(); ++i) {
        if (rows_[at][i] == row[i] || rows_[at][i] == nowhere) continue;
        rows_[at][i] = nowhere;
        changed = true;
      }
      for (std::size_t i = 0; i < written.size(); ++i) {
        if (!written[i] || written_[at][i]) continue;
        written_[at][i] = true;
        changed = true;
      }
    }
    if (changed) work_.push_back(at);
  }

  void step(std::size_t at) {
    const Insn insn = method_.code[at];
    Row row = rows_[at];
    std::vector<bool> written = written_[at];
    handlers(method_, at, [&](std::int32_t to) { reach(static_cast<std::size_t>(to), {nowhere}, written); });
    const std::string_view local = opcodes[insn.op].local.given;
    for (std::size_t i = 0; i < words_in(local); ++i) written[insn.n + i] = true;
    // A reference that was cast is the one that was pushed.
    if (insn.op != op_checkcast) apply(effect_of(method_, insn), static_cast<std::int32_t>(at), row);
    // No compiler of today makes subroutines; nothing is known behind them.
    if (opcodes[insn.op].flow == Flow::subroutine) return;
    successors(method_, at, [&](std::int32_t to) { reach(static_cast<std::size_t>(to), row, written); });
  }

  static void apply(const Effect& effect, std::int32_t at, Row& row) {
    if (!effect.moves_words()) {
      row.resize(row.size() - words_in(effect.pops));
      row.insert(row.end(), words_in(effect.pushes), at);
      return;
    }
    std::int32_t words[4] = {};
    for (std::size_t i = effect.pops.size(); i-- > 0;) {
      words[effect.pops[i] - 'a'] = row.back();
      row.pop_back();
    }
    for (const char word : effect.pushes) row.push_back(words[word - 'a']);
  }

  const Method& method_;
  std::vector<Row> rows_;
  std::vector<bool> known_;
  std::vector<std::vector<bool>> written_;  // locals that are no longer parameters
  std::deque<std::size_t> work_;
};

class NullStory {
 public:
  NullStory(const Method& method, std::uint32_t pc)
      : method_(method), file_(*method.owner->file), pc_(pc), origins_(method) {}

  [[nodiscard]] std::string text() const {
    std::string out = action();
    if (out.empty()) return out;
    // Whatever an instruction needs a reference for, it pops the reference last.
    const std::size_t below = words_in(effect_of(method_, method_.code[pc_]).pops) - 1;
    std::string expression;
    const bool returned = is_call(origins_.of(pc_, below));
    if (describe(expression, pc_, below, most_detail)) {
      out += returned ? " because the return value of \"" : " because \"";
      out += expression + "\" is null";
    }
    return out;
  }

  // The static field that was null; empty if it was something else.
  [[nodiscard]] std::string static_field() const {
    if (action().empty()) return {};
    const std::int32_t origin = origins_.of(pc_, words_in(effect_of(method_, method_.code[pc_]).pops) - 1);
    if (origin == nowhere || method_.code[static_cast<std::size_t>(origin)].op != op_getstatic) return {};
    const Insn insn = method_.code[static_cast<std::size_t>(origin)];
    return external(file_.class_name(constant(insn).a)) + "." + std::string(member_name(insn));
  }

 private:
  [[nodiscard]] const Constant& constant(const Insn& insn) const {
    return file_.pool[static_cast<std::size_t>(insn.k)];
  }
  [[nodiscard]] std::string_view member_name(const Insn& insn) const {
    return file_.utf8(file_.pool[constant(insn).b].a);
  }
  [[nodiscard]] bool is_call(std::int32_t at) const {
    if (at == nowhere) return false;
    const std::uint16_t op = method_.code[static_cast<std::size_t>(at)].op;
    return op >= op_invokevirtual && op <= op_invokeinterface;
  }

  [[nodiscard]] std::string method_text(const Insn& insn) const {
    const std::string_view descriptor = descriptor_of(file_, insn);
    std::string out = external(file_.class_name(constant(insn).a)) + "." + std::string(member_name(insn)) + "(";
    for (std::size_t i = 1; descriptor[i] != ')';) {
      const std::size_t length = descriptor_length(descriptor.substr(i));
      if (i > 1) out += ", ";
      out += external_type(descriptor.substr(i, length));
      i += length;
    }
    return out + ")";
  }

  // What failed; empty if nothing can be said.
  [[nodiscard]] std::string action() const {
    static constexpr std::string_view arrays[] = {"int",    "long",         "float", "double",
                                                  "object", "byte/boolean", "char",  "short"};
    const Insn insn = method_.code[pc_];
    if (loads_element(insn)) return fmt::format("Cannot load from {} array", arrays[insn.op - op_iaload]);
    if (insn.op >= op_iastore && insn.op <= op_sastore) {
      return fmt::format("Cannot store to {} array", arrays[insn.op - op_iastore]);
    }
    switch (insn.op) {
      case op_arraylength:
        return "Cannot read the array length";
      case op_athrow:
        return "Cannot throw exception";
      case op_monitorenter:
        return "Cannot enter synchronized block";
      case op_monitorexit:
        return "Cannot exit synchronized block";
      case op_getfield:
        return fmt::format("Cannot read field \"{}\"", member_name(insn));
      case op_putfield:
        return fmt::format("Cannot assign field \"{}\"", member_name(insn));
      case op_invokevirtual:
      case op_invokespecial:
      case op_invokeinterface:
        return member_name(insn) == "<init>" ? "" : fmt::format("Cannot invoke \"{}\"", method_text(insn));
      default:
        return {};
    }
  }

  static bool loads_element(const Insn& insn) { return insn.op >= op_iaload && insn.op <= op_saload; }

  // The expression whose value lies there; false if nothing can be said.
  bool describe(std::string& out, std::size_t at, std::size_t below, int detail) const {
    if (detail <= 0) return false;
    const std::int32_t origin = origins_.of(at, below);
    if (origin == nowhere) return false;
    const auto from = static_cast<std::size_t>(origin);
    const Insn insn = method_.code[from];
    if (loads_element(insn)) {
      if (!describe(out, from, 1, detail - 1)) out += "<array>";
      out += "[";
      if (!describe(out, from, 0, detail)) out += "...";
      out += "]";
      return true;
    }
    switch (insn.op) {
      case op_iload:
      case op_aload:
        out += local(from, insn.n);
        return true;
      case op_aconst_null:
        out += "null";
        return true;
      case op_iconst:
        if (insn.n != 0) return false;  // a float
        out += fmt::format("{}", insn.k);
        return true;
      case op_getstatic:
        out += external(file_.class_name(constant(insn).a)) + "." + std::string(member_name(insn));
        return true;
      case op_getfield:
        if (describe(out, from, 0, detail - 1)) out += ".";
        out += member_name(insn);
        return true;
      case op_invokevirtual:
      case op_invokespecial:
      case op_invokestatic:
      case op_invokeinterface:
        out += method_text(insn);
        return true;
      default:
        return false;
    }
  }

  [[nodiscard]] std::string local(std::size_t at, std::uint32_t slot) const {
    const std::uint32_t offset = method_.offsets[at];
    for (const LocalName& it : method_.member->code->names) {
      if (it.slot == slot && offset >= it.begin && offset < std::uint32_t{it.begin} + it.length) {
        return std::string(it.name);
      }
    }
    if (!origins_.was_written(at, slot)) {
      if (!method_.is_static() && slot == 0) return "this";
      std::uint32_t next = method_.is_static() ? 0 : 1;
      for (std::size_t i = 0; i < method_.arguments.size(); ++i) {
        if (next == slot) return fmt::format("<parameter{}>", i + 1);
        next += words_of(method_.arguments[i]);
      }
    }
    return fmt::format("<local{}>", slot);
  }

  const Method& method_;
  const ClassFile& file_;
  std::uint32_t pc_;
  Origins origins_;
};

}  // namespace

std::string null_message(const Method& method, std::uint32_t pc) { return NullStory(method, pc).text(); }

std::string null_static(const Method& method, std::uint32_t pc) { return NullStory(method, pc).static_field(); }

}  // namespace waymark::java
