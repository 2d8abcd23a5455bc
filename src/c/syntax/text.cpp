#include <fmt/format.h>

#include "c/syntax/tree.hpp"

namespace waymark::c {

namespace {

struct Operator {
  const char* sign;
  int strength;
};

constexpr int primary = 16;
constexpr int postfix_strength = 15;
constexpr int unary_strength = 14;
constexpr int conditional_strength = 3;
constexpr int assignment_strength = 2;
constexpr int comma_strength = 1;

Operator binary_operator(Op op) {
  switch (op) {
    case Op::mul:
      return {"*", 13};
    case Op::div:
      return {"/", 13};
    case Op::rem:
      return {"%", 13};
    case Op::add:
      return {"+", 12};
    case Op::sub:
      return {"-", 12};
    case Op::shl:
      return {"<<", 11};
    case Op::shr:
      return {">>", 11};
    case Op::lt:
      return {"<", 10};
    case Op::le:
      return {"<=", 10};
    case Op::gt:
      return {">", 10};
    case Op::ge:
      return {">=", 10};
    case Op::eq:
      return {"==", 9};
    case Op::ne:
      return {"!=", 9};
    case Op::bit_and:
      return {"&", 8};
    case Op::bit_xor:
      return {"^", 7};
    case Op::bit_or:
      return {"|", 6};
    case Op::logical_and:
      return {"&&", 5};
    case Op::logical_or:
      return {"||", 4};
    default:
      return {"?", 0};
  }
}

std::string quoted(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '\n') {
      made += "\\n";
    } else if (c == '\t') {
      made += "\\t";
    } else if (c == '"' || c == '\\') {
      made += fmt::format("\\{}", c);
    } else if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) {
      made += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      made += c;
    }
  }
  return made + "\"";
}

class Printer {
 public:
  // The text, in parentheses if it binds less than `least`.
  std::string at_least(const Expr& expr, int least) {
    auto [words, strength] = print(expr);
    return strength < least ? fmt::format("({})", words) : words;
  }

 private:
  struct Printed {
    std::string words;
    int strength;
  };

  Printed unary(const char* sign, const Expr& expr) {
    return {sign + at_least(*expr.args[0], unary_strength), unary_strength};
  }

  std::string listed(const std::vector<ExprPtr>& all, std::size_t from) {
    std::string words;
    for (std::size_t i = from; i < all.size(); ++i) {
      words += fmt::format("{}{}", i > from ? ", " : "", all[i] ? at_least(*all[i], assignment_strength) : "0");
    }
    return words;
  }

  Printed place(const Expr& expr) {
    switch (expr.op) {
      case Op::member: {
        const Expr& base = *expr.args[0];
        const bool arrow = base.op == Op::deref;
        return {fmt::format("{}{}{}", at_least(arrow ? *base.args[0] : base, postfix_strength), arrow ? "->" : ".",
                            base.type->record->fields[expr.field].name),
                postfix_strength};
      }
      case Op::index:
        return {fmt::format("{}[{}]", at_least(*expr.args[0], postfix_strength), at_least(*expr.args[1], 0)),
                postfix_strength};
      case Op::address:
        if (expr.implicit) return print(*expr.args[0]->args[0]);
        return unary("&", expr);
      default:
        return unary("*", expr);
    }
  }

  Printed effect(const Expr& expr) {
    switch (expr.op) {
      case Op::assign:
      case Op::compound:
        return {fmt::format("{} {}= {}", at_least(*expr.args[0], unary_strength),
                            expr.op == Op::compound ? binary_operator(expr.inner).sign : "",
                            at_least(*expr.args[1], assignment_strength)),
                assignment_strength};
      case Op::increment:
      case Op::decrement: {
        const std::string sign = expr.op == Op::increment ? "++" : "--";
        const std::string operand = at_least(*expr.args[0], expr.postfix ? postfix_strength : unary_strength);
        return expr.postfix ? Printed{operand + sign, postfix_strength} : Printed{sign + operand, unary_strength};
      }
      default:
        // The assert of our <assert.h>: its argument is compared with 0.
        if (expr.function->name == "__waymark_assert" && expr.args[1]->op == Op::ne) {
          return {fmt::format("assert({})", at_least(*expr.args[1]->args[0], 0)), postfix_strength};
        }
        return {fmt::format("{}({})", at_least(*expr.args[0], postfix_strength), listed(expr.args, 1)),
                postfix_strength};
    }
  }

  Printed print(const Expr& expr) {
    switch (expr.op) {
      case Op::constant:
        if (expr.type->kind == Kind::pointer) return {"NULL", primary};
        if (!expr.text.empty()) return {expr.text, primary};  // an enumerator
        return {expr.type->is_signed ? fmt::format("{}", expr.value)
                                     : fmt::format("{}", static_cast<std::uint64_t>(expr.value)),
                expr.value < 0 && expr.type->is_signed ? unary_strength : primary};
      case Op::string:
        return {quoted(expr.text), primary};
      case Op::variable:
        return {expr.variable->name, primary};
      case Op::function:
        return {expr.function->name, primary};
      case Op::member:
      case Op::index:
      case Op::deref:
      case Op::address:
        return place(expr);
      case Op::convert:
        if (expr.implicit) return print(*expr.args[0]);
        return {fmt::format("({}){}", expr.type->name, at_least(*expr.args[0], unary_strength)), unary_strength};
      case Op::negate:
        return unary("-", expr);
      case Op::complement:
        return unary("~", expr);
      case Op::logical_not:
        return unary("!", expr);
      case Op::conditional:
        return {fmt::format("{} ? {} : {}", at_least(*expr.args[0], conditional_strength + 1),
                            at_least(*expr.args[1], comma_strength), at_least(*expr.args[2], conditional_strength)),
                conditional_strength};
      case Op::comma:
        return {fmt::format("{}, {}", at_least(*expr.args[0], comma_strength),
                            at_least(*expr.args[1], assignment_strength)),
                comma_strength};
      case Op::assign:
      case Op::compound:
      case Op::increment:
      case Op::decrement:
      case Op::call:
        return effect(expr);
      case Op::list:
        return {fmt::format("{{{}}}", listed(expr.args, 0)), primary};
      case Op::unsupported:
        return {expr.text, primary};
      default: {
        const Operator sign = binary_operator(expr.op);
        return {fmt::format("{} {} {}", at_least(*expr.args[0], sign.strength), sign.sign,
                            at_least(*expr.args[1], sign.strength + 1)),
                sign.strength};
      }
    }
  }
};

}  // namespace

std::string text(const Expr& expr) { return Printer().at_least(expr, 0); }

}  // namespace waymark::c
