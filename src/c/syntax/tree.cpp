#include "c/syntax/tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics.hpp"

namespace waymark::c {

const Function* Program::function(std::string_view name) const {
  const auto found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& one) { return one.name == name; });
  return found == functions.end() ? nullptr : &*found;
}

std::string Program::place(Position at) const {
  return fmt::format("{}:{}", at.file < files.size() ? files[at.file] : std::string("?"), at.line);
}

void refuse(const Program& program, Position at, std::string_view why) {
  throw base::InputError(fmt::format("{}:{}: error: {}", program.place(at), at.column, why));
}

bool may_fail(const Expr& expr, bool overflow) {
  const Expr* const last = expr.args.empty() ? nullptr : expr.args.back().get();
  const bool constant = last != nullptr && last->op == Op::constant;
  bool own = false;
  switch (expr.op) {
    case Op::index: {
      const Type& array = *expr.args[0]->type;
      own = !constant || array.kind != Kind::array || static_cast<std::uint64_t>(last->value) >= array.count;
      break;
    }
    case Op::deref:
      own = true;
      break;
    case Op::div:
    case Op::rem:
      own = !constant || last->value == 0 || last->value == -1;
      break;
    case Op::shl:
    case Op::shr:
      own = overflow || !constant || last->value < 0 || last->value > 31;
      break;
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::negate:
      own = overflow || expr.type->kind == Kind::pointer;
      break;
    default:
      break;
  }
  return own || std::any_of(expr.args.begin(), expr.args.end(),
                            [&](const ExprPtr& part) { return part && may_fail(*part, overflow); });
}

bool has_effects(const Expr& expr) {
  const bool own = expr.op == Op::assign || expr.op == Op::compound || expr.op == Op::increment ||
                   expr.op == Op::decrement || expr.op == Op::call;
  return own || std::any_of(expr.args.begin(), expr.args.end(),
                            [](const ExprPtr& part) { return part && has_effects(*part); });
}

}  // namespace waymark::c
