#include "llvm/proposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "base/diagnostics.hpp"
#include "llvm/machine/arithmetic.hpp"
#include "llvm/spelling.hpp"

namespace waymark::llvm {

struct Proposition::Node {
  enum class Is : std::uint8_t { number, global, local, index, member, arrow, deref, address, unary, binary };
  Is is = Is::number;
  std::string op;
  std::string name;
  std::int64_t number = 0;
  std::uint32_t global = 0;
  std::uint32_t function = 0;
  std::unique_ptr<Node> left;
  std::unique_ptr<Node> right;
};

Proposition::~Proposition() = default;
Proposition::Proposition(Proposition&&) noexcept = default;

class Proposition::Parser {
 public:
  Parser(std::string_view text, const Program& program, Proposition& made)
      : text_(text), program_(program), made_(made) {}

  std::unique_ptr<Node> run() {
    auto node = binary(0);
    space();
    if (at_ != text_.size()) fail("what follows is no part of an expression");
    return node;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    throw base::InputError(fmt::format("waymark: error: '{}': column {}: {}", text_, at_ + 1, why));
  }
  void space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(std::string_view token) {
    space();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  std::unique_ptr<Node> make(Node::Is is, std::string op, std::unique_ptr<Node> left, std::unique_ptr<Node> right) {
    auto node = std::make_unique<Node>();
    node->is = is;
    node->op = std::move(op);
    node->left = std::move(left);
    node->right = std::move(right);
    return node;
  }
  std::unique_ptr<Node> binary(std::size_t level) {
    static const std::vector<std::vector<std::string>> levels = {
        {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"},
        {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
    if (level == levels.size()) return unary();
    if (++depth_ > 2000) fail("this is nested too deeply");
    auto left = binary(level + 1);
    for (;;) {
      space();
      std::string found;
      for (const std::string& op : levels[level]) {
        const std::string_view rest = text_.substr(at_);
        if (!rest.starts_with(op)) continue;
        const char next = rest.size() > op.size() ? rest[op.size()] : ' ';
        if (op.size() == 1 && (next == op[0] || next == '=') && op != "*" && op != "+" && op != "-") continue;
        found = op;
        break;
      }
      if (found.empty()) break;
      at_ += found.size();
      left = make(Node::Is::binary, found, std::move(left), binary(level + 1));
    }
    --depth_;
    return left;
  }
  std::unique_ptr<Node> unary() {
    if (++depth_ > 2000) fail("this is nested too deeply");
    std::unique_ptr<Node> node;
    space();
    if (take("!")) {
      node = make(Node::Is::unary, "!", unary(), nullptr);
    } else if (take("-")) {
      node = make(Node::Is::unary, "-", unary(), nullptr);
    } else if (take("~")) {
      node = make(Node::Is::unary, "~", unary(), nullptr);
    } else if (take("*")) {
      node = make(Node::Is::deref, "", unary(), nullptr);
      made_.reads_all_ = true;
    } else if (take("&")) {
      node = make(Node::Is::address, "", unary(), nullptr);
    } else {
      node = postfix();
    }
    --depth_;
    return node;
  }
  std::unique_ptr<Node> postfix() {
    auto node = primary();
    for (;;) {
      if (take("[")) {
        if (!is_array(*node)) made_.reads_all_ = true;  // perhaps a pointer
        node = make(Node::Is::index, "", std::move(node), binary(0));
        if (!take("]")) fail("']' is expected");
      } else if (take("->")) {
        made_.reads_all_ = true;
        node = make(Node::Is::arrow, "", std::move(node), nullptr);
        node->name = identifier();
      } else if (take(".")) {
        node = make(Node::Is::member, "", std::move(node), nullptr);
        node->name = identifier();
      } else {
        return node;
      }
    }
  }
  [[nodiscard]] bool is_array(const Node& node) const {
    return node.is == Node::Is::global && program_.globals[node.global].type != 0 &&
           program_.type(program_.globals[node.global].type).kind == DebugKind::array;
  }
  std::string identifier() {
    space();
    const std::size_t start = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_')) {
      ++at_;
    }
    if (start == at_ || std::isdigit(static_cast<unsigned char>(text_[start])) != 0) {
      at_ = start;
      fail("a name is expected");
    }
    return std::string(text_.substr(start, at_ - start));
  }
  std::unique_ptr<Node> primary() {
    space();
    if (take("(")) {
      auto node = binary(0);
      if (!take(")")) fail("')' is expected");
      return node;
    }
    auto node = std::make_unique<Node>();
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
      const bool hex = text_.substr(at_).starts_with("0x");
      const char* const begin = text_.data() + at_ + (hex ? 2 : 0);
      const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), node->number, hex ? 16 : 10);
      if (error != std::errc{}) fail("a number is expected");
      at_ = static_cast<std::size_t>(end - text_.data());
      return node;
    }
    std::string name = identifier();
    if (name == "NULL" || name == "false") return node;
    if (name == "true") {
      node->number = 1;
      return node;
    }
    if (take("::")) return in_function(std::move(node), name, identifier());
    return variable(std::move(node), name);
  }
  std::unique_ptr<Node> in_function(std::unique_ptr<Node> node, const std::string& function, const std::string& name) {
    for (const Code& code : program_.codes) {
      if (code.name != function || !code.defined) continue;
      for (std::uint32_t i = 0; i < program_.globals.size(); ++i) {
        if (program_.globals[i].function == code.index + 1 && program_.globals[i].name == name)
          return global(std::move(node), i);
      }
      for (const Local& local : code.locals) {
        if (local.name != name) continue;
        const std::string whole = fmt::format("{}::{}", function, name);
        if (!local.is_address) {
          if (program_.kept.contains(whole)) {
            fail(fmt::format("{} is never in memory: only variables in memory can be judged", whole));
          }
          made_.registers_.insert(whole);
        }
        for (std::uint32_t i = 0; i < program_.sites.size(); ++i) {
          const Site& site = program_.sites[i];
          if (site.function == code.index && site.variable == name) made_.sites_.push_back(i);
        }
        made_.has_locals_ = true;
        node->is = Node::Is::local;
        node->function = code.index;
        node->name = name;
        return node;
      }
      fail(fmt::format("the function {} has no variable {}", function, name));
    }
    fail(fmt::format("there is no function {}", function));
  }
  std::unique_ptr<Node> global(std::unique_ptr<Node> node, std::uint32_t number) {
    node->is = Node::Is::global;
    node->global = number;
    if (is_object(program_.globals[number].reference)) made_.reads_.push_back(program_.globals[number].reference);
    return node;
  }
  std::unique_ptr<Node> variable(std::unique_ptr<Node> node, const std::string& name) {
    for (std::uint32_t i = 0; i < program_.globals.size(); ++i) {
      if (program_.globals[i].name == name && program_.globals[i].function == 0 && !program_.globals[i].thread_local_) {
        return global(std::move(node), i);
      }
    }
    for (const DebugType& type : program_.module->debug.types) {
      for (const Enumerator& it : type.enumerators) {
        if (it.name != name) continue;
        node->number = it.value;
        return node;
      }
    }
    fail(fmt::format("there is no variable {}; variables of functions are written FUNCTION::{}", name, name));
  }

  std::string_view text_;
  const Program& program_;
  Proposition& made_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Where something lies, or its value.
class Proposition::Evaluation {
 public:
  // What is judged is in memory; a debugger looks into registers as well.
  enum class Where : std::uint8_t { memory, registers };
  // Variables of functions are those of this thread if it runs the function.
  Evaluation(Machine& machine, const Thread* thread, Where where = Where::memory)
      : machine_(machine), program_(machine.program()), thread_(thread), where_(where) {}

  struct Term {
    std::uint32_t type = 0;
    bool is_place = false;
    Value at;  // the address, or the value
    bool is_signed = true;
    unsigned bits = 64;
    std::uint32_t bit_offset = 0;
    std::uint32_t bit_width = 0;  // of a bit-field
  };

  [[nodiscard]] std::optional<Term> term(const Node& node) {
    switch (node.is) {
      case Node::Is::number:
        return plain(static_cast<std::uint64_t>(node.number));
      case Node::Is::global: {
        const DecodedGlobal& global = program_.globals[node.global];
        return place(global.type, {0, 0, global.reference});
      }
      case Node::Is::local:
        return local(node);
      case Node::Is::index: {
        const auto base = term(*node.left);
        const auto index = value(*node.right);
        if (!base || !index) return std::nullopt;
        return element(*base, index->at.bits);
      }
      case Node::Is::deref: {
        const auto base = term(*node.left);
        return base ? element(*base, 0) : std::nullopt;
      }
      case Node::Is::arrow: {
        const auto base = term(*node.left);
        const auto target = base ? element(*base, 0) : std::nullopt;
        return target ? member(*target, node.name) : std::nullopt;
      }
      case Node::Is::member: {
        const auto base = term(*node.left);
        return base ? member(*base, node.name) : std::nullopt;
      }
      case Node::Is::address: {
        auto base = term(*node.left);
        if (!base || !base->is_place) return std::nullopt;
        base->is_place = false;
        return base;
      }
      case Node::Is::unary:
        return unary(node);
      case Node::Is::binary:
        return binary(node);
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Term> value(const Node& node) {
    const auto it = term(node);
    return it ? value(*it) : std::nullopt;
  }

 private:
  static Term plain(std::uint64_t bits) {
    Term term;
    term.at.bits = bits;
    return term;
  }
  static Term place(std::uint32_t type, const Value& at) {
    Term term;
    term.type = type;
    term.is_place = true;
    term.at = at;
    return term;
  }
  // What lies at a place, extended to 64 bits.
  [[nodiscard]] std::optional<Term> value(const Term& it) {
    if (!it.is_place) return it;
    const DebugType& type = program_.type(it.type);
    if (type.kind == DebugKind::array) {
      Term address = it;
      address.is_place = false;
      return address;
    }
    if (type.bits == 0 || type.bits > 64 || type.kind == DebugKind::structure || type.kind == DebugKind::union_) {
      return std::nullopt;
    }
    Object* const object = machine_.memory().at(it.at.object);
    const unsigned bytes = static_cast<unsigned>((type.bits + 7) / 8);
    if (object == nullptr || object->life != Life::live || it.at.bits + bytes > object->size) return std::nullopt;
    Value read;
    if (machine_.memory().read(*object, it.at.bits, bytes, read) != Access::fine) return std::nullopt;
    unsigned bits = bytes * 8;
    if (it.bit_width != 0) {
      read.bits >>= it.bit_offset;
      read.undefined >>= it.bit_offset;
      bits = it.bit_width;
      read.bits &= mask_of(bits);
      read.undefined &= mask_of(bits);
    }
    if (read.undefined != 0) return std::nullopt;
    Term term;
    term.type = it.type;
    term.at = read;
    term.bits = bits;
    return extended(term);
  }
  // A value of that many bits as one of 64.
  [[nodiscard]] Term extended(Term term) const {
    const DebugType& type = program_.type(term.type);
    const Value read = term.at;
    const unsigned bits = term.bits;
    const bool is_unsigned = type.kind == DebugKind::unsigned_integer || type.kind == DebugKind::unsigned_character ||
                             type.kind == DebugKind::boolean || type.kind == DebugKind::pointer;
    if (!is_unsigned && read.object == 0) term.at.bits = static_cast<std::uint64_t>(signed_value(read.bits, bits));
    term.is_signed = !is_unsigned || bits < 32;
    term.bits = 64;
    return term;
  }
  [[nodiscard]] std::optional<Term> local(const Node& node) {
    if (thread_ != nullptr) {
      if (const auto found = local(node, *thread_)) return found;
      if (where_ == Where::registers && runs(*thread_, node.function)) return std::nullopt;
    }
    for (const auto& thread : machine_.memory().threads()) {
      if (const auto found = local(node, *thread)) return found;
    }
    return std::nullopt;
  }
  static bool runs(const Thread& thread, std::uint32_t function) {
    return std::any_of(thread.frames.begin(), thread.frames.end(),
                       [&](const Frame& frame) { return frame.code->index == function; });
  }
  [[nodiscard]] std::optional<Term> local(const Node& node, const Thread& thread) {
    std::size_t end = thread.slots.size();
    for (std::size_t i = thread.frames.size(); i-- > 0; end = thread.frames[i].first_slot) {
      if (thread.frames[i].code->index != node.function) continue;
      for (std::size_t k = end; k-- > thread.frames[i].first_slot;) {
        const Object* const object = machine_.memory().at(thread.slots[k]);
        if (object == nullptr || object->life != Life::live) continue;
        const std::uint32_t number = machine_.memory().name(thread.slots[k]).site;
        if (number >= program_.sites.size() || program_.sites[number].variable != node.name) continue;
        return place(program_.sites[number].type, {0, 0, thread.slots[k]});
      }
      return where_ == Where::registers ? in_register(node, thread, i) : std::nullopt;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Term> in_register(const Node& node, const Thread& thread, std::size_t frame) {
    for (const Local& local : thread.frames[frame].code->locals) {
      if (local.name != node.name) continue;
      const Value* const found = live_register(thread, frame, local);
      if (found == nullptr || found->undefined != 0) continue;
      Term term;
      term.type = local.type;
      term.at = *found;
      if (local.type == 0) return term;
      const std::uint64_t bits = program_.type(local.type).bits;
      if (bits == 0 || bits > 64) return std::nullopt;
      term.bits = static_cast<unsigned>(bits);
      return extended(term);
    }
    return std::nullopt;
  }
  // What a pointer or an array leads to.
  [[nodiscard]] std::optional<Term> element(const Term& base, std::uint64_t index) {
    if (base.type == 0) return std::nullopt;
    const DebugType& type = program_.type(base.type);
    if (type.element == 0) return std::nullopt;
    Value at = base.at;
    if (type.kind == DebugKind::pointer) {
      const auto read = value(base);
      if (!read) return std::nullopt;
      at = read->at;
    } else if (type.kind != DebugKind::array || type.counts.size() != 1) {
      return std::nullopt;
    }
    at.bits += index * (program_.type(type.element).bits / 8);
    return place(type.element, at);
  }
  [[nodiscard]] std::optional<Term> member(const Term& base, const std::string& name) {
    if (!base.is_place || base.type == 0) return std::nullopt;
    for (const DebugMember& it : program_.type(base.type).members) {
      if (it.name != name) continue;
      Value at = base.at;
      at.bits += it.offset / 8;
      Term found = place(it.type, at);
      if (it.bit_field) {
        found.bit_offset = static_cast<std::uint32_t>(it.offset % 8);
        found.bit_width = static_cast<std::uint32_t>(it.bits);
      }
      return found;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Term> unary(const Node& node) {
    const auto it = value(*node.left);
    if (!it) return std::nullopt;
    if (node.op == "!") return plain(it->at.bits == 0 && it->at.object == 0 ? 1 : 0);
    if (it->at.object != 0) return std::nullopt;
    return plain(node.op == "-" ? 0 - it->at.bits : ~it->at.bits);
  }
  [[nodiscard]] std::optional<Term> binary(const Node& node) {
    const auto truth = [](const Term& it) { return it.at.bits != 0 || it.at.object != 0; };
    const auto left = value(*node.left);
    if (!left) return std::nullopt;
    if (node.op == "&&" && !truth(*left)) return plain(0);
    if (node.op == "||" && truth(*left)) return plain(1);
    const auto right = value(*node.right);
    if (!right) return std::nullopt;
    if (node.op == "&&" || node.op == "||") return plain(truth(*right) ? 1 : 0);
    if (node.op == "==") return plain(left->at == right->at ? 1 : 0);
    if (node.op == "!=") return plain(left->at == right->at ? 0 : 1);
    if (left->at.object != right->at.object) return std::nullopt;
    const bool is_signed = left->is_signed && right->is_signed;
    const std::uint64_t a = left->at.bits;
    const std::uint64_t b = right->at.bits;
    const auto sa = static_cast<std::int64_t>(a);
    const auto sb = static_cast<std::int64_t>(b);
    if (node.op == "<") return plain(is_signed ? sa < sb : a < b);
    if (node.op == ">") return plain(is_signed ? sa > sb : a > b);
    if (node.op == "<=") return plain(is_signed ? sa <= sb : a <= b);
    if (node.op == ">=") return plain(is_signed ? sa >= sb : a >= b);
    if (node.op == "+") return plain(a + b);
    if (node.op == "-") return plain(a - b);
    if (node.op == "*") return plain(a * b);
    if (node.op == "&") return plain(a & b);
    if (node.op == "|") return plain(a | b);
    if (node.op == "^") return plain(a ^ b);
    if (node.op == "<<") return b < 64 ? std::optional(plain(a << b)) : std::nullopt;
    if (node.op == ">>") return b < 64 ? std::optional(plain(static_cast<std::uint64_t>(sa >> b))) : std::nullopt;
    if (b == 0 || (sb == -1 && a == std::uint64_t{1} << 63)) return std::nullopt;
    if (node.op == "/") return plain(is_signed ? static_cast<std::uint64_t>(sa / sb) : a / b);
    return plain(is_signed ? static_cast<std::uint64_t>(sa % sb) : a % b);
  }

  Machine& machine_;
  const Program& program_;
  const Thread* thread_;
  Where where_;
};

Proposition::Proposition(std::string_view text, const Program& program) : root_(Parser(text, program, *this).run()) {}

std::optional<Proposition::Typed> Proposition::value(Machine& machine, const Thread* thread) const {
  const auto term = Evaluation(machine, thread, Evaluation::Where::registers).value(*root_);
  if (!term) return std::nullopt;
  if (term->type == 0) return Typed{term->at};
  const DebugType& type = machine.program().type(term->type);
  return Typed{term->at, &type, type.bits == 0 || type.bits > 64 ? 64 : static_cast<unsigned>(type.bits)};
}

std::optional<bool> Proposition::holds(Machine& machine) const {
  const auto holds_for = [&](const Thread* thread) -> std::optional<bool> {
    const auto term = Evaluation(machine, thread).value(*root_);
    if (!term) return std::nullopt;
    return term->at.bits != 0 || term->at.object != 0;
  };
  if (!has_locals_) return holds_for(nullptr);
  std::optional<bool> all;
  for (const auto& thread : machine.memory().threads()) {
    if (!is_living(thread->record.status)) continue;
    if (const auto one = holds_for(thread.get())) all = all.value_or(true) && *one;
  }
  return all;
}

}  // namespace waymark::llvm
