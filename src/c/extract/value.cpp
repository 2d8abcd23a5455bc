#include "c/extract/value.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace waymark::c {

namespace {

__extension__ using Wide = __int128;  // in which nothing overflows
constexpr std::int64_t largest_divisor = std::int64_t{1} << 30;

bool wide(const Type& type) { return type.bits == 64; }
bool unsigned_int(const Type& type) { return type.kind == Kind::integer && type.bits == 32 && !type.is_signed; }

// All values that C knows of the type, as far as 64 bits hold them.
Range c_range(const Type& type) {
  if (type.kind == Kind::boolean) return {0, 1};
  if (wide(type)) return type.is_signed ? Range{INT64_MIN, INT64_MAX} : Range{0, INT64_MAX};
  const std::int64_t half = std::int64_t{1} << (type.bits - 1);
  return type.is_signed ? Range{-half, half - 1} : Range{0, 2 * half - 1};
}

std::int64_t as_int(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<std::uint64_t>(value)));
}

std::string digits(std::int64_t value) {
  if (value == int_min) return "(-2147483647 - 1)";
  return fmt::format("{}", value);
}

Value made(std::string text, Strength strength, const Type& type, Range range) {
  Value value;
  value.text = std::move(text);
  value.strength = strength;
  value.type = &type;
  value.range = range;
  return value;
}

Strength strength_of(Op op) {
  switch (op) {
    case Op::mul:
    case Op::div:
    case Op::rem:
      return binds_mul;
    case Op::add:
    case Op::sub:
      return binds_add;
    case Op::shl:
    case Op::shr:
      return binds_shift;
    case Op::lt:
    case Op::le:
    case Op::gt:
    case Op::ge:
      return binds_less;
    case Op::eq:
    case Op::ne:
      return binds_equal;
    case Op::bit_and:
      return binds_bit_and;
    case Op::bit_xor:
      return binds_bit_xor;
    case Op::bit_or:
      return binds_bit_or;
    case Op::logical_and:
      return binds_and;
    default:
      return binds_or;
  }
}

const char* sign_of(Op op) {
  switch (op) {
    case Op::mul:
      return "*";
    case Op::div:
      return "/";
    case Op::rem:
      return "%";
    case Op::add:
      return "+";
    case Op::sub:
      return "-";
    case Op::shl:
      return "<<";
    case Op::shr:
      return ">>";
    case Op::lt:
      return "<";
    case Op::le:
      return "<=";
    case Op::gt:
      return ">";
    case Op::ge:
      return ">=";
    case Op::eq:
      return "==";
    case Op::ne:
      return "!=";
    case Op::bit_and:
      return "&";
    case Op::bit_xor:
      return "^";
    case Op::bit_or:
      return "|";
    case Op::logical_and:
      return "&&";
    default:
      return "||";
  }
}

bool is_comparison(Op op) { return op >= Op::lt && op <= Op::ne; }

std::string plain(Op op, const Value& left, const Value& right) {
  const Strength own = strength_of(op);
  // Bit operations among others are read wrongly by people, so their operands always wear parentheses.
  const bool careful = own <= binds_bit_and || own == binds_shift || is_comparison(op);
  const Strength least =
      careful ? (is_comparison(op) || own <= binds_and ? static_cast<Strength>(own + 1) : binds_unary) : own;
  const bool chained = own == binds_and || own == binds_or;
  return fmt::format("{} {} {}", left.at_least(chained ? own : least), sign_of(op),
                     right.at_least(careful ? least : static_cast<Strength>(own + 1)));
}

// ---------------------------------------------------------------- ranges

Range hull(std::initializer_list<Wide> values) {
  const Wide low = std::min(values), high = std::max(values);
  const auto clamp = [](Wide value) {
    return static_cast<std::int64_t>(std::clamp<Wide>(value, INT64_MIN, INT64_MAX));
  };
  return {clamp(low), clamp(high)};
}

std::int64_t all_ones(std::int64_t at_least) {
  std::int64_t mask = 0;
  while (mask < at_least) mask = 2 * mask + 1;
  return mask;
}

// What the result may be before it is cut to its type; nothing if that is not known.
std::optional<Range> exact_range(Op op, Range a, Range b) {
  switch (op) {
    case Op::add:
      return hull({Wide{a.low} + b.low, Wide{a.high} + b.high});
    case Op::sub:
      return hull({Wide{a.low} - b.high, Wide{a.high} - b.low});
    case Op::mul:
      return hull({Wide{a.low} * b.low, Wide{a.low} * b.high, Wide{a.high} * b.low, Wide{a.high} * b.high});
    case Op::div: {
      if (a.low >= 0 && b.low > 0) return Range{a.low / b.high, a.high / b.low};
      const std::int64_t most = std::max(a.high, a.low == INT64_MIN ? INT64_MAX : -a.low);
      return Range{-most, most};
    }
    case Op::rem: {
      const std::int64_t most = std::max(b.high, b.low == INT64_MIN ? INT64_MAX : -b.low) - 1;
      if (most < 0) return std::nullopt;
      return Range{a.low < 0 ? -std::min(most, a.low == INT64_MIN ? INT64_MAX : -a.low) : 0,
                   a.high > 0 ? std::min(most, a.high) : 0};
    }
    case Op::bit_and:
      if (a.low >= 0 && b.low >= 0) return Range{0, std::min(a.high, b.high)};
      if (a.low >= 0) return Range{0, a.high};
      if (b.low >= 0) return Range{0, b.high};
      return std::nullopt;
    case Op::bit_or:
    case Op::bit_xor:
      if (a.low >= 0 && b.low >= 0) return Range{0, all_ones(std::max(a.high, b.high))};
      return std::nullopt;
    case Op::shl:
      if (b.single() && b.low >= 0 && b.low < 32) {
        return hull({Wide{a.low} << b.low, Wide{a.high} << b.low});
      }
      return std::nullopt;
    case Op::shr:
      if (b.low < 0 || b.high > 31) return std::nullopt;
      if (a.low >= 0) return Range{a.low >> b.high, a.high >> b.low};
      return Range{a.low >> b.low, std::max(a.high, std::int64_t{0}) >> b.low};
    default:
      return std::nullopt;
  }
}

// ---------------------------------------------------------------- what must hold

// For a + b, a - b and a * b to stay from `low` to the largest int.
std::string stays(Op op, const Value& left, const Value& right, bool negative) {
  const std::string a = left.at_least(binds_add), b = right.at_least(binds_unary);
  const std::int64_t c = right.range.low;
  if (op == Op::add && right.constant) {
    return c >= 0 ? fmt::format("{} <= {}", a, int_max - c)
                  : fmt::format("{} >= {}", a, digits(negative ? int_min - c : -c));
  }
  if (op == Op::sub && right.constant) {
    return c >= 0 ? fmt::format("{} >= {}", a, digits(negative ? int_min + c : c))
                  : fmt::format("{} <= {}", a, int_max + c);
  }
  if (op == Op::add && !negative) return fmt::format("{} <= 2147483647 - {}", a, b);
  if (op == Op::sub && !negative) return fmt::format("{} >= {}", a, right.at_least(binds_add));
  const std::string least = digits(int_min);
  if (op == Op::add) return fmt::format("({0} >= 0 -> {1} <= 2147483647 - {0} : {1} >= {2} - {0})", b, a, least);
  if (op == Op::sub) return fmt::format("({0} >= 0 -> {1} >= {2} + {0} : {1} <= 2147483647 + {0})", b, a, least);
  const std::string factor = left.at_least(binds_unary);
  if (right.constant && c > 0) {
    std::string text = fmt::format("{} <= {}", a, int_max / c);
    if (negative) text += fmt::format(" && {} >= {}", a, digits(int_min / c));
    return text;
  }
  return fmt::format("{0} == 0 || !({0} == -1 && {1} == {2}) && ({0} * {1}) / {0} == {1}", factor, b, least);
}

// ---------------------------------------------------------------- unsigned int beyond the largest int

Value flipped(const Value& value, const Type& type) {
  if (value.constant) return number(as_int(value.range.low ^ (std::int64_t{1} << 31)), type);
  return made(fmt::format("({} ^ (1 << 31))", value.at_least(binds_unary)), binds_primary, type, int_range);
}

Computed unsigned_quotient(Op op, const Value& left, const Value& right, const Type& type) {
  Computed result;
  result.repeats = true;
  const Range range = right.range.low < 1 ? left.range : *exact_range(op, left.range, right.range);
  if (right.range.low < 1 || right.range.high > largest_divisor) {
    result.value = made(plain(op, left, right), binds_mul, type, {0, std::min(range.high, int_max)});
    result.fits = fmt::format("{} >= 0 && {} >= 0", left.at_least(binds_shift), right.at_least(binds_shift));
    return result;
  }
  // Half of the dividend fits; the other half and the lowest bit are made up for.
  const std::string a = left.at_least(binds_unary), b = right.at_least(binds_unary);
  const std::string half = fmt::format("(({} >> 1) & 2147483647)", a);
  const std::string rest = fmt::format("((({} % {}) << 1) + ({} & 1))", half, b, a);
  result.value = op == Op::rem
                     ? made(fmt::format("{} % {}", rest, b), binds_mul, type, range)
                     : made(fmt::format("(({} / {}) << 1) + {} / {}", half, b, rest, b), binds_add, type, range);
  return result;
}

Computed unsigned_shift(const Value& left, const Value& right, const Type& type) {
  Computed result;
  result.repeats = !right.constant;
  const std::string a = left.at_least(binds_unary), b = right.at_least(binds_unary);
  const Range range = exact_range(Op::shr, left.range, right.range).value_or(c_range(type));
  if (right.constant && right.range.low == 0) {
    result.value = left;
  } else if (right.constant && right.range.within({1, 31})) {
    result.value =
        made(fmt::format("({} >> {}) & {}", a, b, int_max >> (right.range.low - 1)), binds_bit_and, type, range);
  } else {
    result.value = made(fmt::format("({0} == 0 -> {1} : ({1} >> {0}) & (2147483647 >> ({0} - 1)))", b, a),
                        binds_primary, type, range);
  }
  return result;
}

// ---------------------------------------------------------------- constants

std::optional<std::int64_t> folded(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Op::add:
      return static_cast<std::int64_t>(Wide{a} + b);
    case Op::sub:
      return static_cast<std::int64_t>(Wide{a} - b);
    case Op::mul:
      return static_cast<std::int64_t>(Wide{a} * b);
    case Op::div:
      return b == 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(Wide{a} / b));
    case Op::rem:
      return b == 0 ? std::nullopt : std::optional(static_cast<std::int64_t>(Wide{a} % b));
    case Op::shl:
      return b < 0 || b > 31 ? std::nullopt : std::optional(static_cast<std::int64_t>(Wide{a} << b));
    case Op::shr:
      return b < 0 || b > 63 ? std::nullopt : std::optional(a >> b);
    case Op::bit_and:
      return a & b;
    case Op::bit_or:
      return a | b;
    case Op::bit_xor:
      return a ^ b;
    case Op::lt:
      return a < b;
    case Op::le:
      return a <= b;
    case Op::gt:
      return a > b;
    case Op::ge:
      return a >= b;
    case Op::eq:
      return a == b;
    case Op::ne:
      return a != b;
    default:
      return std::nullopt;
  }
}

std::int64_t cut(std::int64_t value, const Type& type) {
  if (type.kind == Kind::boolean) return value != 0;
  if (type.bits >= 64) return value;
  const std::int64_t modulus = std::int64_t{1} << type.bits;
  std::int64_t low = value & (modulus - 1);
  if (type.is_signed && low >= modulus / 2) low -= modulus;
  return low;
}

Computed compare(Op op, const Value& left, const Value& right, const Type& result) {
  Computed computed;
  const Type& type = *left.type;
  if (left.truth && right.constant && right.range.low == 0 && (op == Op::eq || op == Op::ne)) {
    computed.value = left;
    if (op == Op::eq) computed.value = made(negated(left), binds_unary, result, {0, 1});
    computed.value.type = &result;
    computed.value.truth = true;
    return computed;
  }
  const bool equality = op == Op::eq || op == Op::ne;
  const bool beyond = unsigned_int(type) && (left.range.high > int_max || right.range.high > int_max);
  const Value a = beyond && !equality ? flipped(left, type) : left;
  const Value b = beyond && !equality ? flipped(right, type) : right;
  computed.value = made(plain(op, a, b), strength_of(op), result, {0, 1});
  computed.value.truth = true;
  return computed;
}

// How far a shift goes is C's fault if it is not less than the width.
std::string shift_fits(const Value& right) {
  if (right.range.within({0, 31})) return "";
  return fmt::format("{0} >= 0 && {0} <= 31", right.at_least(binds_less));
}

}  // namespace

std::string Value::at_least(Strength least) const { return strength < least ? fmt::format("({})", text) : text; }

Range range_of(const Type& type) {
  if (wide(type)) return type.is_signed ? int_range : Range{0, int_max};
  if (type.kind == Kind::boolean || type.kind == Kind::integer) return c_range(type);
  return int_range;
}

Value number(std::int64_t value, const Type& type) {
  const std::int64_t bits = as_int(value);
  Value result = made(digits(bits), bits < 0 && bits != int_min ? binds_unary : binds_primary, type, {value, value});
  result.constant = true;
  return result;
}

Computed compute(Op op, const Value& left, const Value& right, const Type& result, bool check_overflow) {
  Computed computed;
  if (left.constant && right.constant) {
    if (const std::optional<std::int64_t> value = folded(op, left.range.low, right.range.low)) {
      const std::int64_t exact = is_comparison(op) ? *value : cut(*value, result);
      const bool leaves = !wide(result) && result.is_signed && exact != *value;
      const bool shifts_sign = op == Op::shl && result.is_signed && left.range.low < 0;
      const bool divides = op == Op::div || op == Op::rem;
      const bool no_quotient = divides && !wide(result) && left.range.low == int_min && right.range.low == -1;
      if (no_quotient || (check_overflow && (leaves || shifts_sign))) computed.needs = "false";
      if (!wide(result) || Range{exact, exact}.within(range_of(result))) {
        computed.value = number(exact, result);
        return computed;
      }
      computed.refused = fmt::format("{} does not fit into the 32 bits that the model has", exact);
      return computed;
    }
  }
  if (is_comparison(op)) return compare(op, left, right, result);
  const bool beyond = unsigned_int(result) && (left.range.high > int_max || right.range.high > int_max);
  const bool divides = op == Op::div || op == Op::rem;
  const bool shifts = op == Op::shl || op == Op::shr;
  if (beyond && divides) return unsigned_quotient(op, left, right, result);
  if (shifts) computed.needs = shift_fits(right);
  if (op == Op::shr && unsigned_int(result) && left.range.high > int_max) {
    Computed shifted = unsigned_shift(left, right, result);
    shifted.needs = computed.needs;
    return shifted;
  }
  if (divides && left.range.low <= int_min && right.range.low <= -1 && right.range.high >= -1) {
    // Of 64 bits there would be a result, though not for the model.
    (wide(result) ? computed.fits : computed.needs) =
        fmt::format("{} != {} || {} != -1", left.at_least(binds_less), digits(int_min), right.at_least(binds_less));
  }
  const std::optional<Range> exact = exact_range(op, left.range, right.range);
  const Range held = range_of(result);
  computed.value = made(plain(op, left, right), strength_of(op), result, exact && exact->within(held) ? *exact : held);
  const bool shifts_out = op == Op::shl && (left.range.low < 0 || !exact || !exact->within(held));
  if (check_overflow && shifts_out && result.is_signed && !wide(result)) {
    computed.needs += fmt::format("{0}{1} >= 0 && {1} <= (2147483647 >> {2})", computed.needs.empty() ? "" : " && ",
                                  left.at_least(binds_shift), right.at_least(binds_unary));
  }
  if (exact && exact->within(held)) return computed;
  const bool arithmetic = op == Op::add || op == Op::sub || op == Op::mul;
  if (wide(result)) {
    if (op == Op::shl && right.constant && right.range.within({0, 30})) {
      return compute(Op::mul, left, number(std::int64_t{1} << right.range.low, result), result, check_overflow);
    }
    if (!arithmetic) {
      if (op == Op::shl || op == Op::shr) computed.refused = "a shift of a 64-bit value that may leave 32 bits";
      return computed;
    }
    computed.fits = stays(op, left, right, result.is_signed);
  } else if (check_overflow && result.is_signed && arithmetic) {
    computed.needs = stays(op, left, right, true);
  }
  return computed;
}

Computed compute(Op op, const Value& operand, const Type& result, bool check_overflow) {
  Computed computed;
  if (op == Op::logical_not) {
    computed.value = operand.constant
                         ? number(operand.range.low == 0, result)
                         : made(negated(operand), operand.truth ? binds_unary : binds_equal, result, {0, 1});
    computed.value.truth = !operand.constant;
    return computed;
  }
  if (op == Op::negate) return compute(Op::sub, number(0, result), operand, result, check_overflow);
  if (operand.constant) {
    computed.value = number(cut(~operand.range.low, result), result);
    return computed;
  }
  if (wide(result) && !result.is_signed) {
    computed.refused = "the complement of an unsigned 64-bit value";
    return computed;
  }
  computed.value = made(fmt::format("~{}", operand.at_least(binds_primary)), binds_unary, result, range_of(result));
  return computed;
}

Computed convert(const Value& value, const Type& to) {
  Computed computed;
  computed.value = value;
  computed.value.type = &to;
  if (to.kind == Kind::nothing) return computed;
  if (value.constant) {
    const std::int64_t exact = cut(value.range.low, to);
    if (wide(to) && !Range{exact, exact}.within(range_of(to))) {
      computed.refused = fmt::format("{} does not fit into the 32 bits that the model has", exact);
    } else {
      computed.value = number(exact, to);
    }
    return computed;
  }
  if (value.range.within(range_of(to))) return computed;
  if (to.kind == Kind::boolean) {
    computed.value = made(fmt::format("{} != 0", value.at_least(binds_equal)), binds_equal, to, {0, 1});
    computed.value.truth = true;
  } else if (to.bits < 32) {
    const std::int64_t mask = (std::int64_t{1} << to.bits) - 1;
    const std::string low = fmt::format("{} & {}", value.at_least(binds_unary), mask);
    const std::int64_t sign = (mask + 1) / 2;
    computed.value = to.is_signed ? made(fmt::format("(({}) ^ {}) - {}", low, sign, sign), binds_add, to, c_range(to))
                                  : made(low, binds_bit_and, to, c_range(to));
  } else if (wide(to)) {
    // An unsigned value from 2147483648 on is a negative int here, and so is a negative value that would become huge.
    computed.fits = fmt::format("{} >= 0", value.at_least(binds_shift));
    computed.value.range = {0, int_max};
  } else {
    computed.value.range = range_of(to);
  }
  computed.value.shared = value.shared;
  computed.value.type = &to;
  return computed;
}

std::string condition(const Value& value) {
  if (value.truth || value.range.within({0, 1})) return value.text;
  return fmt::format("{} != 0", value.at_least(binds_equal));
}

std::string negated(const Value& value) {
  if (value.truth || value.range.within({0, 1})) return fmt::format("!{}", value.at_least(binds_primary));
  return fmt::format("{} == 0", value.at_least(binds_equal));
}

}  // namespace waymark::c
