#include <fmt/format.h>

#include <algorithm>

#include "c/extract/expressions.hpp"

namespace waymark::c {

namespace {

bool is_scalar(const Type& type) { return type.kind == Kind::boolean || type.kind == Kind::integer; }

}  // namespace

Value Expressions::constant(const Expr& expression) {
  const Type& type = *expression.type;
  if (type.kind == Kind::pointer) {
    Value null = number(0, type);
    return null;
  }
  const Range held = range_of(type);
  if (type.bits == 64 && !Range{expression.value, expression.value}.within(held)) {
    refuse_expr(expression, "this value does not fit into the 32 bits that the model has");
  }
  return number(expression.value, type);
}

Value Expressions::checked(const Computed& computed, const Expr& expression) {
  if (!computed.refused.empty()) refuse_expr(expression, computed.refused);
  need(computed.needs);
  need_of_model(computed.fits);
  return computed.value;
}

Value Expressions::converted(const Expr& expression) {
  const Type& to = *expression.type;
  if (to.kind == Kind::nothing) {
    effect(*expression.args[0]);
    return number(0, to);
  }
  Value inner = value(*expression.args[0]);
  const Type& from = *expression.args[0]->type;
  if (to.kind == Kind::pointer && from.kind == Kind::pointer) {
    inner.type = &to;
    return inner;
  }
  if (to.kind == Kind::pointer) {  // an integer in a pointer's clothes
    if (!is_scalar(from)) refuse_expr(expression, fmt::format("'{}' as a pointer is not modelled", from.name));
    if (inner.constant && inner.range.low == 0) return number(0, to);
    inner.type = &to;
    inner.region = Region{};
    inner.region->plain = true;
    return inner;
  }
  if (from.kind == Kind::pointer && to.kind != Kind::boolean) {
    const bool plain = inner.region && inner.region->plain;
    const bool null = inner.constant && !inner.region;
    if (!plain && !null) refuse_expr(expression, "an address as an integer is not modelled");
    inner.region.reset();
    inner.range = null ? Range{0, 0} : int_range;
  } else if (from.kind != Kind::pointer && !is_scalar(from) && from.kind != Kind::thread) {
    refuse_expr(expression, fmt::format("'{}' as '{}' is not modelled", from.name, to.name));
  }
  if (!is_scalar(to) && to.kind != Kind::thread) {
    refuse_expr(expression, fmt::format("'{}' as '{}' is not modelled", from.name, to.name));
  }
  Computed computed = convert(inner, to);
  if (!(computed.needs + computed.fits).empty() && inner.shared) computed = convert(hold(inner), to);
  Value result = checked(computed, expression);
  result.element.clear();
  return result;
}

// Two values: the left one is evaluated first, and no line reads two things that several threads use.
Value Expressions::pair(Op op, const Expr& expression, Value left, Value right, std::size_t mark, const Type& result) {
  if ((lines_.size() > mark && !left.constant) || (left.shared && right.shared)) left = hold_at(mark, left);
  Computed computed = compute(op, left, right, result, outline_.options.overflow);
  // An operand that is written more than once is read once.
  if ((!(computed.needs + computed.fits).empty() || computed.repeats) && (left.shared || right.shared)) {
    if (left.shared) left = hold_at(mark, left);
    if (right.shared) right = hold(right);
    computed = compute(op, left, right, result, outline_.options.overflow);
  }
  Value made = checked(computed, expression);
  made.shared = left.shared || right.shared;
  return made;
}

Value Places::pointer_arithmetic(const Expr& expression, Op op, Value left, Value right) {
  if (left.type->kind != Kind::pointer) std::swap(left, right);
  if (!left.region) {
    outline_.unknown = true;
    if (!outline_.regions.contains("last pass")) return left;
    refuse_expr(expression, "nothing is known that the pointer could point to");
  }
  if (right.constant && right.range.low == 0) return left;
  if (left.region->plain || !left.region->indexed || !left.region->after.empty()) {
    refuse_expr(expression, "the pointer does not point into an array");
  }
  if (left.shared && right.shared) left = hold(left);
  if (right.range.high > int_max) {  // it is negative here, and beyond every array there
    if (right.shared) right = hold(right);
    need(fmt::format("{} >= 0", right.at_least(binds_shift)));
  }
  Value made = left;
  made.shared = left.shared || right.shared;
  made.strength = binds_add;
  made.constant = false;
  made.truth = false;
  made.range = {0, static_cast<std::int64_t>(left.region->count) + 1};
  const char* const sign = op == Op::add ? "+" : "-";
  made.text = fmt::format("{} {} {}", left.at_least(binds_add), sign, right.at_least(binds_mul));
  if (left.constant && right.constant) {
    const std::int64_t number_of = left.range.low + (op == Op::add ? right.range.low : -right.range.low);
    made.text = fmt::format("{}", number_of);
    made.range = {number_of, number_of};
    made.constant = number_of > 0;
    made.strength = number_of < 0 ? binds_unary : binds_primary;
  }
  if (!left.element.empty()) {
    made.element = left.element == "0" && op == Op::add
                       ? right.text
                       : fmt::format("{} {} {}", grouped(left.element), sign, right.at_least(binds_mul));
    if (made.constant) made.element = fmt::format("{}", made.range.low - 1);
  }
  // One behind the last element is a pointer still; anything else is none, and would be 0 or worse.
  const std::int64_t most = static_cast<std::int64_t>(left.region->count) + 1;
  const bool sure = made.constant && made.range.low >= 1 && made.range.low <= most;
  if (!sure) {
    if (made.shared) made = hold(made);
    need(fmt::format("{0} >= 1 && {0} <= {1}", made.at_least(binds_shift), most));
  }
  return made;
}

Value Expressions::pointer_comparison(const Expr& expression, const Value& left, const Value& right) {
  const bool left_null = left.constant && !left.region;
  const bool right_null = right.constant && !right.region;
  const bool equality = expression.op == Op::eq || expression.op == Op::ne;
  if ((!left.region && !left_null) || (!right.region && !right_null)) {
    outline_.unknown = true;
    if (outline_.regions.contains("last pass") && left.region.has_value() == right.region.has_value()) {
      refuse_expr(expression, "nothing is known that the pointers could point to");
    }
  }
  const bool same = !left.region || !right.region || *left.region == *right.region;
  if (!same && !equality) refuse_expr(expression, "these pointers point into different objects");
  Value one = left, other = right;
  one.truth = other.truth = false;
  if (same) {
    Value made = compute(expression.op, one, other, *expression.type, false).value;
    made.shared = left.shared || right.shared;
    return made;
  }
  Value made;
  made.type = expression.type;
  made.range = {0, 1};
  made.truth = true;
  made.shared = left.shared || right.shared;
  const bool equal = expression.op == Op::eq;
  made.text = fmt::format("{0} {2} 0 {3} {1} {2} 0", one.at_least(binds_less), other.at_least(binds_less),
                          equal ? "==" : "!=", equal ? "&&" : "||");
  made.strength = equal ? binds_and : binds_or;
  return made;
}

Value Expressions::arithmetic(const Expr& expression) {
  Value left = value(*expression.args[0]);
  const std::size_t mark = lines_.size();
  Value right = value(*expression.args[1]);
  const bool left_points = left.type->kind == Kind::pointer, right_points = right.type->kind == Kind::pointer;
  if (!left_points && !right_points) {
    return pair(expression.op, expression, std::move(left), std::move(right), mark, *expression.type);
  }
  if ((lines_.size() > mark && !left.constant) || (left.shared && right.shared)) left = hold_at(mark, left);
  if (expression.op >= Op::lt && expression.op <= Op::ne) return pointer_comparison(expression, left, right);
  if (!left_points || !right_points) return pointer_arithmetic(expression, expression.op, left, right);
  if (!left.region || !right.region || *left.region != *right.region) {
    refuse_expr(expression, "these pointers do not point into one array");
  }
  Value made;
  made.type = expression.type;
  made.text = fmt::format("{} - {}", left.at_least(binds_add), right.at_least(binds_mul));
  made.strength = binds_add;
  made.shared = left.shared || right.shared;
  const auto count = static_cast<std::int64_t>(left.region->count);
  made.range = {-count - 1, count + 1};
  return made;
}

Value Expressions::condition_value(const Expr& expression) {
  Value made = value(expression);
  if (made.constant) return made;
  const bool plain = made.truth || made.range.within({0, 1});
  made.text = condition(made);
  if (!plain) made.strength = binds_equal;
  made.truth = true;
  made.range = {0, 1};
  return made;
}

Value Expressions::logical(const Expr& expression) {
  const bool is_and = expression.op == Op::logical_and;
  Value left = condition_value(*expression.args[0]);
  const std::size_t mark = lines_.size();
  const std::size_t temporaries = used_temporaries_;
  if (left.constant && (left.range.low != 0) != is_and) return number(left.range.low != 0, *expression.type);
  // If the right side needs lines, the result needs a place that they do not use.
  const std::string result = temporary();
  Value right = condition_value(*expression.args[1]);
  if (left.constant) {
    if (right.constant) return number(right.range.low != 0, *expression.type);
    right.type = expression.type;
    return right;
  }
  if (lines_.size() == mark && !(left.shared && right.shared)) {
    used_temporaries_ = temporaries;
    Value made;
    made.type = expression.type;
    made.range = {0, 1};
    made.truth = true;
    made.shared = left.shared || right.shared;
    made.strength = is_and ? binds_and : binds_or;
    const Strength inner = static_cast<Strength>(made.strength + 1);
    made.text = fmt::format("{} {} {}", left.at_least(inner), is_and ? "&&" : "||", right.at_least(inner));
    return made;
  }
  std::vector<Line> lines = lines_.cut(mark);
  open("if");
  option(is_and ? left.text : fmt::format("!({})", left.text));
  lines_.paste(std::move(lines));
  line(fmt::format("{} = {};", result, right.constant ? (right.range.low != 0 ? "1" : "0") : "(" + right.text + ")"));
  lines_.back();
  option("else");
  line(fmt::format("{} = {};", result, is_and ? 0 : 1));
  lines_.back();
  close("fi;");
  Value made;
  made.text = result;
  made.type = expression.type;
  made.range = {0, 1};
  return made;
}

Value Expressions::chosen(const Expr& expression) {
  const Value test = condition_value(*expression.args[0]);
  if (test.constant) return value(*expression.args[test.range.low != 0 ? 1 : 2]);
  const std::size_t mark = lines_.size();
  const std::size_t temporaries = used_temporaries_;
  const std::string result = temporary();
  Value one = value(*expression.args[1]);
  std::vector<Line> first = lines_.cut(mark);
  Value other = value(*expression.args[2]);
  std::vector<Line> second = lines_.cut(mark);
  Value made;
  made.type = expression.type;
  made.range = {std::min(one.range.low, other.range.low), std::max(one.range.high, other.range.high)};
  const bool pointers = expression.type->kind == Kind::pointer;
  if (pointers) {
    if (one.region && other.region && *one.region != *other.region) {
      refuse_expr(expression, "the two pointers point to different objects");
    }
    made.region = one.region ? one.region : other.region;
  }
  const bool reads = test.shared && (one.shared || other.shared);
  if (first.empty() && second.empty() && !reads) {
    used_temporaries_ = temporaries;
    made.text = fmt::format("({} -> {} : {})", test.text, one.text, other.text);
    made.shared = test.shared || one.shared || other.shared;
    return made;
  }
  made.text = result;
  open("if");
  option(test.text);
  lines_.paste(std::move(first));
  line(fmt::format("{} = {};", result, one.text));
  lines_.back();
  option("else");
  lines_.paste(std::move(second));
  line(fmt::format("{} = {};", result, other.text));
  lines_.back();
  close("fi;");
  return made;
}

Value Expressions::assigned(const Expr& expression, bool wanted) {
  const Expr& target = *expression.args[0];
  if (target.type->kind == Kind::record) {
    assign_record(target, *expression.args[1]);
    return number(0, *target.type);
  }
  // C does not say which side comes first; as gcc has it, a left side with effects does.
  const std::size_t before = lines_.size();
  Place to = place(target);
  const bool left_first = lines_.size() > before;
  if (left_first && to.indexed && to.index.find_first_not_of("0123456789") != std::string::npos) {
    to.index_shared = true;
    to = fixed(to);
  }
  const std::size_t mark = lines_.size();
  Value given = value(*expression.args[1]);
  if (!left_first && lines_.size() > mark) to = place(target);
  if (left_first && to.deep && lines_.size() > mark)
    refuse_expr(expression, "effects on both sides of this assignment");
  if (to.shared && wanted) given = hold(given);
  store(to, given, expression);
  if (!wanted || given.constant || to.shared) return given;
  return read(to);
}

// x += e, x++ and their like. On an atomic object that is one step; otherwise, if others see it, reading and writing
// are two.
Value Expressions::updated(const Expr& expression, bool wanted) {
  const bool counts = expression.op != Op::compound;
  const Op op = counts ? (expression.op == Op::increment ? Op::add : Op::sub) : expression.inner;
  const Type& type = *expression.args[0]->type;
  static const Type int_type{Kind::integer, 32, true, false, nullptr, 0, nullptr, "int"};
  Value by = counts ? number(1, int_type) : value(*expression.args[1]);
  const std::size_t mark = lines_.size();
  Place to = place(*expression.args[0]);
  if (lines_.size() > mark) by = hold_at(mark, by);
  to = fixed(to);
  if (by.shared && (to.visible || to.index_shared)) by = hold(by);
  Value old = read(to);
  const bool indivisible = type.atomic || !to.shared;
  if (type.kind == Kind::pointer && type.atomic) {
    refuse_expr(expression, "a change of an atomic pointer is not modelled; use an atomic index");
  }
  // The old value is kept, looked at if it may not fit, and the new one written in one step.
  const bool whole = type.atomic && to.shared && (wanted || type.bits == 64);
  if (whole) {
    const std::string kept = temporary();
    open("atomic {");
    ++indivisible_;
    line(fmt::format("{} = {};", kept, old.text));
    old.text = kept;
    old.strength = binds_primary;
  } else if (!indivisible || (expression.postfix && wanted)) {
    old = hold(old);
  }
  Value fresh;
  if (type.kind == Kind::pointer) {
    if (old.shared) old = hold(old);
    fresh = pointer_arithmetic(expression, op, old, by);
  } else {
    const Type& computed = counts ? (type.bits < 32 ? int_type : type) : *expression.computed;
    old.shared = false;
    const Value left = checked(convert(old, computed), expression);
    fresh = pair(op, expression, left, by, lines_.size(), computed);
    fresh = checked(convert(fresh, type), expression);
  }
  fresh.shared = false;
  if (!wanted && counts && type.kind == Kind::integer && type.bits == 32 && indivisible && !outline_.options.overflow) {
    assign_line(fmt::format("{}{};", to.text(), expression.op == Op::increment ? "++" : "--"));
    return fresh;
  }
  if (wanted && !expression.postfix && to.visible) fresh = hold(fresh);
  note_target(to, fresh, expression.at);
  assign_line(fmt::format("{} = {};", to.text(), fresh.text));
  if (whole) {
    --indivisible_;
    close("}");
  }
  if (!wanted) return fresh;
  return expression.postfix ? old : to.visible ? fresh : read(to);
}

Value Expressions::value(const Expr& expression) {
  switch (expression.op) {
    case Op::constant:
      return constant(expression);
    case Op::variable: {
      const Frame& frame = frames_.back();
      const Variable& variable = *expression.variable;
      if (const auto found = frame.bound.find(&variable); found != frame.bound.end()) return found->second;
      const bool fixed = Outline::fixed(variable);
      if (fixed && variable.initial && variable.initial->op != Op::list) return value(*variable.initial);
      if (fixed && !variable.initial) return number(0, *variable.type);
      return read(place(expression));
    }
    case Op::member:
    case Op::index:
    case Op::deref:
      return read(place(expression));
    case Op::address:
      return address(expression);
    case Op::convert:
      return converted(expression);
    case Op::negate:
    case Op::complement:
    case Op::logical_not: {
      Value inner = value(*expression.args[0]);
      if (inner.type->kind == Kind::pointer && inner.constant) inner = number(inner.region ? 1 : 0, *expression.type);
      Computed computed = compute(expression.op, inner, *expression.type, outline_.options.overflow);
      if (!(computed.needs + computed.fits).empty() && inner.shared) {
        inner = hold(inner);
        computed = compute(expression.op, inner, *expression.type, outline_.options.overflow);
      }
      Value made = checked(computed, expression);
      made.shared = inner.shared;
      return made;
    }
    case Op::logical_and:
    case Op::logical_or:
      return logical(expression);
    case Op::conditional:
      return chosen(expression);
    case Op::comma:
      effect(*expression.args[0]);
      return value(*expression.args[1]);
    case Op::assign:
      return assigned(expression, true);
    case Op::compound:
    case Op::increment:
    case Op::decrement:
      return updated(expression, true);
    case Op::call:
      return call(expression, true);
    case Op::unsupported:
      refuse_here(expression.at, expression.text);
    case Op::string:
      refuse_expr(expression, "a text is modelled only as what is printed or as an array's initialiser");
    case Op::function:
      refuse_expr(expression, "a pointer to a function is modelled only as a thread's start");
    case Op::list:
      refuse_expr(expression, "a list is modelled only as an initialiser");
    default:
      return arithmetic(expression);
  }
}

void Expressions::effect(const Expr& expression) {
  switch (expression.op) {
    case Op::assign:
      (void)assigned(expression, false);
      return;
    case Op::compound:
    case Op::increment:
    case Op::decrement:
      (void)updated(expression, false);
      return;
    case Op::call:
      evaluate(call(expression, false));
      return;
    case Op::convert:
      effect(*expression.args[0]);
      return;
    case Op::comma:
      effect(*expression.args[0]);
      effect(*expression.args[1]);
      return;
    case Op::logical_and:
    case Op::logical_or:
    case Op::conditional: {
      const Value test = condition_value(*expression.args[0]);
      const std::size_t mark = lines_.size();
      effect(*expression.args[1]);
      std::vector<Line> first = lines_.cut(mark);
      if (expression.op == Op::conditional) effect(*expression.args[2]);
      std::vector<Line> second = lines_.cut(mark);
      if (expression.op == Op::logical_or) std::swap(first, second);
      if (first.empty() && second.empty()) return evaluate(test);
      if (test.constant) {
        lines_.paste(std::move(test.range.low != 0 ? first : second));
        return;
      }
      open("if");
      option(test.text);
      lines_.paste(std::move(first));
      lines_.back();
      option("else");
      lines_.paste(std::move(second));
      lines_.back();
      close("fi;");
      return;
    }
    default:
      if (expression.type->kind == Kind::record) return evaluate(read(scalar_part(record_place(expression))));
      evaluate(value(expression));
  }
}

// A value that is not used: the errors of an index or a division in it are the program's all the same.
void Expressions::evaluate(const Value& value) {
  if (value.constant || value.text.find_first_of("[/%") == std::string::npos) return;
  assign_line(fmt::format("{} = {};", temporary(), value.text));
}

void Expressions::assign_record(const Expr& target, const Expr& source) {
  if (source.op == Op::assign) effect(source);
  const Place from = record_place(source.op == Op::assign ? *source.args[0] : source);
  copy(place(target), from);
}

}  // namespace waymark::c
