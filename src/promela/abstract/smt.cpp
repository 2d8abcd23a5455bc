#include "promela/abstract/smt.hpp"

#include <fmt/format.h>

#include "promela/syntax/cases.hpp"
#include "promela/syntax/text.hpp"

namespace waymark::promela {

namespace {

constexpr std::uint8_t bits_of_value = 32;

std::string constant_bits(std::int32_t value) { return fmt::format("#x{:08x}", static_cast<std::uint32_t>(value)); }

std::string as_value(const std::string& condition) {
  return fmt::format("(ite {} {} {})", condition, constant_bits(1), constant_bits(0));
}

// By their names in SMT-LIB, in the order of BinaryOp. The first ten are operators on values, then come comparisons.
constexpr const char* operations[] = {"bvadd", "bvsub", "bvmul", "bvsdiv", "bvsrem", "bvshl", "bvashr", "bvand",
                                      "bvor",  "bvxor", "=",     "=",      "bvslt",  "bvsle", "bvsgt",  "bvsge"};

const char* operation(BinaryOp op) { return operations[static_cast<std::size_t>(op)]; }

bool is_truth(const Expr& expr) {
  if (const auto* unary = std::get_if<Unary>(&expr.node)) return unary->op == UnaryOp::logical_not;
  const auto* binary = std::get_if<Binary>(&expr.node);
  return binary != nullptr && binary->op >= BinaryOp::eq;
}

}  // namespace

bool is_signed(const Type& type) { return type.base == BaseType::short_ || type.base == BaseType::int_; }

std::string Smt::stored(const Type& type, const std::string& term) {
  if (type.width == bits_of_value) return term;
  return fmt::format("((_ {} {}) ((_ extract {} 0) {}))", is_signed(type) ? "sign_extend" : "zero_extend",
                     bits_of_value - type.width, type.width - 1, term);
}

// Equal texts are equal values: nothing happens between two expressions of one question.
std::string Smt::leaf(const std::string& key, const Type* type) {
  const auto [at, fresh] = leaves_.try_emplace(key, fmt::format("v!{}", leaves_.size()));
  if (!fresh) return at->second;
  declarations_ += fmt::format("(declare-const {} (_ BitVec 32))\n", at->second);
  if (type != nullptr && type->width != bits_of_value && type->width != 0) {
    require(fmt::format("(= {} {})", at->second, stored(*type, at->second)));
  }
  return at->second;
}

std::string Smt::value(const Expr& expr) {
  if (is_truth(expr)) return as_value(truth(expr));
  return std::visit(
      Cases{
          [](const Number& node) { return constant_bits(node.value); },
          [](const MtypeConstant& node) { return constant_bits(node.name->value); },
          [&](const Variable& node) {
            const auto known = node.ref.parts.size() == 1 ? assigned_.find(&node.ref.symbol()) : assigned_.end();
            return known != assigned_.end()
                       ? known->second
                       : leaf(fmt::format("{}#{}", text(node.ref), node.ref.symbol().id), &node.ref.type());
          },
          [&](const Unary& node) {
            return fmt::format("({} {})", node.op == UnaryOp::negate ? "bvneg" : "bvnot", value(*node.arg));
          },
          [&](const Binary& node) { return binary(node); },
          [&](const Conditional& node) {
            return fmt::format("(ite {} {} {})", truth(*node.condition), value(*node.then), value(*node.otherwise));
          },
          [&](const auto&) { return leaf(text(expr), nullptr); },
      },
      expr.node);
}

std::string Smt::binary(const Binary& node) {
  return fmt::format("({} {} {})", operation(node.op), value(*node.left), value(*node.right));
}

std::string Smt::truth(const Expr& expr) {
  if (const auto* unary = std::get_if<Unary>(&expr.node); unary != nullptr && unary->op == UnaryOp::logical_not) {
    return fmt::format("(not {})", truth(*unary->arg));
  }
  if (const auto* node = std::get_if<Binary>(&expr.node)) {
    if (node->op == BinaryOp::logical_and) return fmt::format("(and {} {})", truth(*node->left), truth(*node->right));
    if (node->op == BinaryOp::logical_or) return fmt::format("(or {} {})", truth(*node->left), truth(*node->right));
    if (node->op >= BinaryOp::eq)
      return node->op == BinaryOp::ne ? fmt::format("(not {})", binary(*node)) : binary(*node);
  }
  return fmt::format("(not (= {} {}))", value(expr), constant_bits(0));
}

void Smt::assign(const Symbol& variable, const std::string& term) {
  assigned_[&variable] = stored(variable.type, term);
}

std::string Smt::named_truth(const std::string& condition) {
  std::string name = fmt::format("b!{}", names_++);
  declarations_ += fmt::format("(declare-const {} Bool)\n", name);
  require(fmt::format("(= {} {})", name, condition));
  return name;
}

std::string Smt::named_value(const std::string& term) {
  std::string name = fmt::format("t!{}", names_++);
  declarations_ += fmt::format("(declare-const {} (_ BitVec 32))\n", name);
  require(fmt::format("(= {} {})", name, term));
  return name;
}

}  // namespace waymark::promela
