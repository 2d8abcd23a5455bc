// Which conditions a path asks for: those by which its last step decides, and what they were before each assignment.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/diagnostics.hpp"
#include "promela/abstract/abstract.hpp"
#include "promela/abstract/predicates.hpp"
#include "promela/syntax/build.hpp"
#include "promela/syntax/fold.hpp"
#include "promela/syntax/parse.hpp"
#include "promela/syntax/text.hpp"
#include "promela/syntax/walk.hpp"

namespace waymark::promela {

namespace {

constexpr std::size_t most_suggested = 32;
constexpr std::size_t longest_suggested = 120;

bool connects(const Expr& expr) {
  const auto* unary = std::get_if<Unary>(&expr.node);
  const auto* binary = std::get_if<Binary>(&expr.node);
  return (unary != nullptr && unary->op == UnaryOp::logical_not) ||
         (binary != nullptr && (binary->op == BinaryOp::logical_and || binary->op == BinaryOp::logical_or));
}

const Number* as_constant(const Expr& expr) { return std::get_if<Number>(&expr.node); }

// x + 1 + 1 < 5 as x < 3, as it is for numbers without bounds: what is suggested need not be exact.
ExprPtr simplified(const Expr& expr) {
  return copy_of(expr, [](const Expr& part) -> ExprPtr {
    const auto* binary = std::get_if<Binary>(&part.node);
    const Number* by = binary == nullptr ? nullptr : as_constant(*binary->right);
    if (by == nullptr) return nullptr;
    const ExprPtr left = simplified(*binary->left);
    const auto* inner = std::get_if<Binary>(&left->node);
    const Number* added = inner == nullptr ? nullptr : as_constant(*inner->right);
    const bool sum = inner != nullptr && (inner->op == BinaryOp::add || inner->op == BinaryOp::sub);
    if (added == nullptr || !sum) return make_binary(binary->op, copy_of(*left), make_number(part.at, by->value));
    const std::int64_t shift = inner->op == BinaryOp::add ? added->value : -std::int64_t{added->value};
    if (binary->op == BinaryOp::add || binary->op == BinaryOp::sub) {
      const std::int64_t whole = shift + (binary->op == BinaryOp::add ? by->value : -std::int64_t{by->value});
      return make_binary(BinaryOp::add, copy_of(*inner->left), make_number(part.at, wrap(whole)));
    }
    const bool compares = binary->op >= BinaryOp::eq && binary->op <= BinaryOp::ge;
    if (!compares) return make_binary(binary->op, copy_of(*left), make_number(part.at, by->value));
    return make_binary(binary->op, copy_of(*inner->left), make_number(part.at, wrap(by->value - shift)));
  });
}

class Suggestions {
 public:
  Suggestions(const Specification& specification, const std::vector<std::string>& items) {
    for (const std::string& item : items) {
      const std::string name = item.substr(0, item.find(':'));
      const std::string last = name.substr(name.find('.') == std::string::npos ? 0 : name.find('.') + 1);
      for (const auto& symbol : specification.symbols) {
        const bool own = symbol->process != nullptr && name.starts_with(symbol->process->name + ".");
        const bool named = last == name ? symbol->name == name : own && symbol->name == last;
        if (named && symbol->kind == SymbolKind::variable) gone_.try_emplace(symbol.get(), name);
      }
    }
  }

  // What decides by `expr`.
  void decide(const Expr& expr) {
    if (connects(expr)) {
      if (const auto* unary = std::get_if<Unary>(&expr.node)) decide(*unary->arg);
      if (const auto* binary = std::get_if<Binary>(&expr.node)) decide(*binary->left), decide(*binary->right);
      return;
    }
    add(simplified(expr));
  }

  // Before this statement they said something else.
  void go_before(const Stmt& stmt) {
    if (const auto* assign = std::get_if<Assign>(&stmt.node)) substitute(assign->target.symbol(), *assign->value);
    if (const auto* step = std::get_if<Increment>(&stmt.node)) {
      const ExprPtr value =
          make_binary(BinaryOp::add, make_variable(stmt.at, step->target.symbol()), make_number(stmt.at, step->by));
      substitute(step->target.symbol(), *value);
    }
  }

  [[nodiscard]] std::vector<std::string> items() const {
    std::vector<std::string> out;
    for (const ExprPtr& condition : conditions_)
      out.push_back(fmt::format("{}:{{{}}}", owner(condition), text(*condition)));
    return out;
  }

 private:
  void add(ExprPtr condition) {
    const std::string known = text(*condition);
    const std::string of = owner(condition);
    if (of.empty() || known.size() > longest_suggested || conditions_.size() == most_suggested) return;
    bool plain = true;
    std::set<const Process*> scopes;
    each_expression(condition, [&](const Expr& expr) {
      if (const auto* variable = std::get_if<Variable>(&expr.node)) {
        const Symbol& symbol = variable->ref.symbol();
        plain = plain && variable->ref.parts.size() == 1 && !symbol.is_array;
        scopes.insert(variable->ref.symbol().process);
      } else {
        plain = plain && (std::holds_alternative<Number>(expr.node) || std::holds_alternative<Unary>(expr.node) ||
                          std::holds_alternative<Binary>(expr.node));
      }
    });
    if (plain && scopes.size() == 1 && known_.insert(of + ":" + known).second) {
      conditions_.push_back(std::move(condition));
    }
  }

  void substitute(const Symbol& target, const Expr& value) {
    if (!gone_.contains(&target)) return;
    std::vector<ExprPtr> before;
    for (const ExprPtr& condition : conditions_) {
      if (!variables_of(condition).contains(&target)) continue;
      before.push_back(copy_of(*condition, [&](const Expr& expr) -> ExprPtr {
        const auto* variable = std::get_if<Variable>(&expr.node);
        return variable != nullptr && &variable->ref.symbol() == &target ? copy_of(value) : nullptr;
      }));
    }
    for (const ExprPtr& condition : before) add(simplified(*condition));
  }

  // The first of the variables in the text that is abstracted, as the items call it.
  [[nodiscard]] std::string owner(const ExprPtr& condition) const {
    std::string found;
    each_expression(condition, [&](const Expr& expr) {
      const auto* variable = std::get_if<Variable>(&expr.node);
      if (!found.empty() || variable == nullptr) return;
      const auto at = gone_.find(&variable->ref.symbol());
      if (at != gone_.end()) found = at->second;
    });
    return found;
  }

  std::unordered_map<const Symbol*, std::string> gone_;
  std::vector<ExprPtr> conditions_;
  std::set<std::string> known_;
};

}  // namespace

std::vector<std::string> suggested(const Specification& original, const std::vector<std::string>& items,
                                   const std::vector<std::string>& places, const std::vector<std::string>& asked) {
  Suggestions made(original, items);
  for (const std::string& expression : asked) {
    try {
      made.decide(*parse_expression(original, "--abstract", expression));
    } catch (const base::InputError&) {  // NOLINT(bugprone-empty-catch): it is about bits, which are known already
    }
  }
  const auto is_at = [&](const Stmt& stmt, const std::string& place) {
    return stmt.at.file < original.files.size() &&
           place == fmt::format("{}:{}", original.files[stmt.at.file], stmt.at.line);
  };
  const auto at_place = [&](const std::string& place, const auto& visit) {
    each_statement(original, [&](const Stmt& stmt) {
      if (is_at(stmt, place)) visit(stmt);
    });
  };
  const auto decide = [&](const Stmt& stmt) {
    if (const auto* condition = std::get_if<Expression>(&stmt.node)) made.decide(*condition->expr);
    if (const auto* assertion = std::get_if<Assert>(&stmt.node)) made.decide(*assertion->condition);
  };
  if (!places.empty()) {
    at_place(places.back(), decide);
    // An else decides by what stands beside it.
    each_statement(original, [&](const Stmt& stmt) {
      const std::vector<Sequence>* options = options_of(stmt);
      if (options == nullptr) return;
      const bool meant = std::any_of(options->begin(), options->end(), [&](const Sequence& option) {
        return std::holds_alternative<Else>(option.front()->node) && is_at(*option.front(), places.back());
      });
      if (!meant) return;
      for (const Sequence& option : *options) decide(*option.front());
    });
  }
  for (std::size_t i = places.size(); i-- > 0;) {
    at_place(places[i], [&](const Stmt& stmt) { made.go_before(stmt); });
  }
  return made.items();
}

}  // namespace waymark::promela
