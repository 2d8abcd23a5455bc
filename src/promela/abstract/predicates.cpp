#include "promela/abstract/predicates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

constexpr std::int64_t most_single_values = 64;
constexpr std::size_t most_predicates = 64;

[[noreturn]] void refuse_item(std::string_view item, std::string_view why) {
  throw base::InputError(fmt::format("waymark: error: --abstract {}: {}", item, why));
}

// At commas that stand in no brackets.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '{' || c == '(' || c == '[') ++depth;
    if (c == '}' || c == ')' || c == ']') --depth;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// x < 0 is neg_x, x >= -3 is x_ge_m3; whatever is not so simple is numbered.
std::string bit_name(const Expr& condition, const Symbol& variable, std::size_t number) {
  std::string numbered = fmt::format("{}_is_{}", variable.name, number);
  const auto* binary = std::get_if<Binary>(&condition.node);
  if (binary == nullptr) return numbered;
  const auto* left = std::get_if<Variable>(&binary->left->node);
  if (const auto* masked = std::get_if<Binary>(&binary->left->node)) {
    const bool parity = masked->op == BinaryOp::bit_and && text(*masked->left) == variable.name &&
                        text(*masked->right) == "1" && text(*binary->right) == "0" && binary->op == BinaryOp::ne;
    return parity ? "odd_" + variable.name : numbered;
  }
  const auto* right = std::get_if<Number>(&binary->right->node);
  if (left == nullptr || right == nullptr || &left->ref.symbol() != &variable) return numbered;
  if (binary->op == BinaryOp::lt && right->value == 0) return "neg_" + variable.name;
  if (binary->op == BinaryOp::eq && right->value == 0) return "zero_" + variable.name;
  const std::pair<BinaryOp, const char*> words[] = {{BinaryOp::lt, "lt"}, {BinaryOp::le, "le"}, {BinaryOp::gt, "gt"},
                                                    {BinaryOp::ge, "ge"}, {BinaryOp::eq, "eq"}, {BinaryOp::ne, "ne"}};
  for (const auto& [op, word] : words) {
    if (op != binary->op) continue;
    const std::int64_t value = right->value;
    return fmt::format("{}_{}_{}{}", variable.name, word, value < 0 ? "m" : "", value < 0 ? -value : value);
  }
  return numbered;
}

class Reader {
 public:
  explicit Reader(Specification& specification) : specification_(specification) {}

  void read(const std::string& item) {
    const std::size_t colon = item.find(':');
    if (colon == std::string::npos || colon == 0 || trimmed(item.substr(colon + 1)).empty()) {
      refuse_item(item, "VARIABLE:ITEM,... is expected, as in x:sign,0..3,<5,{x < y}");
    }
    item_ = item;
    find_variable(trimmed(item.substr(0, colon)));
    made_.gone.insert(variable_);
    for (const std::string& part : split(std::string_view(item).substr(colon + 1))) read_part(trimmed(part));
  }
  // Those of one process, and the globals', are about different variables.
  Predicates take() {
    for (const Symbol* variable : made_.gone) {
      const auto reads = [&](const Predicate& predicate) { return predicate.reads.contains(variable); };
      if (std::none_of(made_.all.begin(), made_.all.end(), reads))
        refuse_item(variable->name, "nothing is known of it");
    }
    return std::move(made_);
  }

 private:
  void find_variable(const std::string& name) {
    const std::size_t dot = name.find('.');
    variable_ = nullptr;
    process_ = nullptr;
    const auto consider = [&](const std::vector<const Symbol*>& symbols, const Process* owner) {
      for (const Symbol* symbol : symbols) {
        const bool named = dot == std::string::npos ? symbol->name == name
                                                    : owner != nullptr && owner->name == name.substr(0, dot) &&
                                                          symbol->name == name.substr(dot + 1);
        if (!named) continue;
        if (variable_ != nullptr)
          refuse_item(item_, fmt::format("several variables are called {}; write PROCESS.{}", name, name));
        variable_ = symbol;
        process_ = owner;
      }
    };
    consider(specification_.globals, nullptr);
    if (variable_ == nullptr) {
      for (const auto& process : specification_.processes) {
        consider(process->parameters, process.get());
        consider(process->locals, process.get());
      }
    }
    if (variable_ == nullptr) refuse_item(item_, fmt::format("there is no variable {}", name));
    const Symbol& symbol = *variable_;
    if (symbol.is_array || symbol.type.base == BaseType::record || symbol.type.base == BaseType::chan) {
      refuse_item(item_, fmt::format("{} is no single number; only such variables are abstracted", name));
    }
    if (symbol.kind == SymbolKind::parameter) {
      refuse_item(item_, fmt::format("{} is a parameter; assign it to a variable, and abstract that one", name));
    }
    if (symbol.hidden) refuse_item(item_, fmt::format("{} is hidden", name));
  }

  void read_part(const std::string& part) {
    const std::string& x = variable_->name;
    if (part == "sign") {
      add(x + " < 0");
      add(x + " == 0");
    } else if (part == "parity") {
      add("(" + x + " & 1) != 0");
    } else if (part.starts_with("{") && part.ends_with("}")) {
      for (const std::string& condition : split(std::string_view(part).substr(1, part.size() - 2)))
        add(trimmed(condition));
    } else if (part.starts_with("<") || part.starts_with(">") || part.starts_with("==") || part.starts_with("!=")) {
      add(x + " " + part);
    } else if (const std::size_t dots = part.find(".."); dots != std::string::npos) {
      read_range(part, dots);
    } else {
      refuse_item(item_,
                  fmt::format("'{}' is none of sign, parity, LOW..HIGH, a comparison as <5, and {{EXPR,...}}", part));
    }
  }

  void read_range(const std::string& part, std::size_t dots) {
    const auto number = [&](std::size_t begin, std::size_t end) -> std::optional<std::int32_t> {
      std::int32_t value = 0;
      const auto [behind, fault] = std::from_chars(part.data() + begin, part.data() + end, value);
      return fault == std::errc() && behind == part.data() + end ? std::optional(value) : std::nullopt;
    };
    const auto low = number(0, dots), high = number(dots + 2, part.size());
    if (!low || !high || *high < *low || std::int64_t{*high} - *low >= most_single_values) {
      refuse_item(item_, fmt::format("'{}': LOW..HIGH with at most {} values is expected", part, most_single_values));
    }
    add(fmt::format("{} < {}", variable_->name, *low));
    for (std::int64_t value = *low; value <= *high; ++value) add(fmt::format("{} == {}", variable_->name, value));
  }

  void add(const std::string& condition) {
    Predicate predicate;
    predicate.process = process_;
    // Names of a process's own variables go before those of globals.
    const std::vector<const Symbol*> globals = specification_.globals;
    if (process_ != nullptr) {
      specification_.globals.insert(specification_.globals.end(), process_->parameters.begin(),
                                    process_->parameters.end());
      specification_.globals.insert(specification_.globals.end(), process_->locals.begin(), process_->locals.end());
    }
    try {
      predicate.condition = parse_expression(specification_, "--abstract", condition);
    } catch (...) {
      specification_.globals = globals;
      throw;
    }
    specification_.globals = globals;
    judge(predicate.condition, condition);
    predicate.reads = variables_of(predicate.condition);
    if (!predicate.reads.contains(variable_))
      refuse_item(item_, fmt::format("'{}' says nothing of {}", condition, variable_->name));
    for (const Symbol* read : predicate.reads) {
      if (read->process != process_) {
        refuse_item(
            item_,
            fmt::format("'{}' is about {}, which {}; a condition is about globals, or about variables of one process",
                        condition, read->name, read->process == nullptr ? "is global" : "is not"));
      }
    }
    const std::string known = text(*predicate.condition);
    const auto same = [&](const Predicate& other) {
      return other.process == process_ && text(*other.condition) == known;
    };
    if (std::any_of(made_.all.begin(), made_.all.end(), same)) return;
    if (made_.all.size() == most_predicates)
      refuse_item(item_, fmt::format("more than {} conditions", most_predicates));
    predicate.name = free_name(bit_name(*predicate.condition, *variable_, made_.all.size() + 1));
    made_.all.push_back(std::move(predicate));
  }

  // It reads plain variables, and always has a value.
  void judge(const ExprPtr& condition, const std::string& written) {
    const auto look = [&](const Expr& expr) {
      const auto* variable = std::get_if<Variable>(&expr.node);
      const auto* binary = std::get_if<Binary>(&expr.node);
      const bool plain = variable == nullptr || (variable->ref.parts.size() == 1 && !variable->ref.symbol().is_array &&
                                                 variable->ref.type().base != BaseType::record);
      bool defined = true;
      if (binary != nullptr && (binary->op == BinaryOp::div || binary->op == BinaryOp::mod)) {
        const auto* by = std::get_if<Number>(&binary->right->node);
        defined = by != nullptr && by->value != 0;
      }
      if (binary != nullptr && (binary->op == BinaryOp::shl || binary->op == BinaryOp::shr)) {
        const auto* by = std::get_if<Number>(&binary->right->node);
        defined = by != nullptr && by->value >= 0 && by->value < 32;
      }
      const bool known = variable != nullptr || binary != nullptr || std::holds_alternative<Number>(expr.node) ||
                         std::holds_alternative<MtypeConstant>(expr.node) || std::holds_alternative<Unary>(expr.node) ||
                         std::holds_alternative<Conditional>(expr.node);
      if (plain && defined && known) return;
      refuse_item(item_, fmt::format("'{}': a condition is made of single numbers, and divides or shifts by constants",
                                     written));
    };
    each_expression(condition, look);
  }

  std::string free_name(std::string name) const {
    const auto taken = [&](const std::string& wanted) {
      const auto symbol = [&](const auto& one) { return one->name == wanted; };
      const auto bit = [&](const Predicate& one) { return one.name == wanted; };
      return std::any_of(specification_.symbols.begin(), specification_.symbols.end(), symbol) ||
             std::any_of(made_.all.begin(), made_.all.end(), bit);
    };
    while (taken(name)) name += "_";
    return name;
  }

  Specification& specification_;
  std::string item_;
  const Symbol* variable_ = nullptr;
  const Process* process_ = nullptr;
  Predicates made_;
};

}  // namespace

std::unordered_set<const Symbol*> variables_of(const ExprPtr& expr) {
  std::unordered_set<const Symbol*> found;
  each_expression(expr, [&](const Expr& inner) {
    if (const auto* variable = std::get_if<Variable>(&inner.node)) found.insert(&variable->ref.symbol());
    if (const auto* remote = std::get_if<RemoteVariable>(&inner.node)) found.insert(&remote->ref.symbol());
  });
  return found;
}

Predicates read_predicates(Specification& specification, const std::vector<std::string>& items) {
  Reader reader(specification);
  for (const std::string& item : items) reader.read(item);
  return reader.take();
}

}  // namespace waymark::promela
