// Every operation is written so that the int which Promela computes has exactly the bits of C's value. Here each
// expression is made for operands of which nothing is known but their type, with numbers in the place of their names,
// and Promela's constant folding computes it; C++ computes what C would.
#include "c/extract/value.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "promela/syntax/fold.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::c {
namespace {

Type integer_type(std::uint32_t bits, bool is_signed) {
  Type type;
  type.kind = Kind::integer;
  type.bits = bits;
  type.is_signed = is_signed;
  type.name = "integer";
  return type;
}

const Type s32 = integer_type(32, true), u32 = integer_type(32, false);
const Type s64 = integer_type(64, true), u64 = integer_type(64, false);

Value unknown(std::int64_t value, const Type& type) {
  Value made = number(value, type);
  made.text = "(" + made.text + ")";
  made.strength = binds_primary;
  made.constant = false;
  made.range = range_of(type);
  return made;
}

// What Promela makes of a text without variables; nothing if that is an error, as a division by zero is.
std::optional<std::int32_t> promela_value(const std::string& text) {
  static const std::unique_ptr<promela::Specification> none = promela::parse_text("none", "init { skip }");
  return promela::fold(*promela::parse_expression(*none, "text", text));
}

const std::vector<std::int64_t>& interesting() {
  static const std::vector<std::int64_t> all{0,   1,     2,     3,     7,      10,      127,         128,        255,
                                             256, 32767, 32768, 65535, 65536,  1000003, 2147483646,  2147483647, -1,
                                             -2,  -7,    -128,  -129,  -32768, -32769,  -2147483647, -2147483648};
  return all;
}

std::int64_t in(const Type& type, std::int64_t value) {
  return type.is_signed ? static_cast<std::int32_t>(value)
                        : static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
}

std::optional<std::uint32_t> c_unsigned(Op op, std::uint32_t a, std::uint32_t b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return b == 0 ? std::nullopt : std::optional(a / b);
    case Op::rem:
      return b == 0 ? std::nullopt : std::optional(a % b);
    case Op::shl:
      return b > 31 ? std::nullopt : std::optional(a << b);
    case Op::shr:
      return b > 31 ? std::nullopt : std::optional(a >> b);
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
    default:
      return a != b;
  }
}

std::optional<std::uint32_t> c_signed(Op op, std::int32_t a, std::int32_t b) {
  switch (op) {
    case Op::div:
    case Op::rem:
      if (b == 0 || (a == INT32_MIN && b == -1)) return std::nullopt;
      return static_cast<std::uint32_t>(op == Op::div ? a / b : a % b);
    case Op::shr:
      return b < 0 || b > 31 ? std::nullopt : std::optional(static_cast<std::uint32_t>(a >> b));
    case Op::lt:
      return a < b;
    case Op::le:
      return a <= b;
    case Op::gt:
      return a > b;
    case Op::ge:
      return a >= b;
    default:
      return c_unsigned(op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  }
}

const std::vector<Op>& operations() {
  static const std::vector<Op> all{Op::add,    Op::sub,     Op::mul, Op::div, Op::rem, Op::shl, Op::shr, Op::bit_and,
                                   Op::bit_or, Op::bit_xor, Op::lt,  Op::le,  Op::gt,  Op::ge,  Op::eq,  Op::ne};
  return all;
}

bool compares(Op op) { return op >= Op::lt && op <= Op::ne; }

void expect_exact(Op op, const Value& left, const Value& right, const Type& type,
                  std::optional<std::uint32_t> expected) {
  const Computed computed = compute(op, left, right, compares(op) ? s32 : type, false);
  ASSERT_EQ(computed.refused, "");
  const auto holds = [](const std::string& text) { return text.empty() || promela_value(text).value_or(0) != 0; };
  const bool held = holds(computed.needs) && holds(computed.fits);
  if (!expected) {  // an error of C: it must be one here too
    EXPECT_TRUE(!held || !promela_value(computed.value.text)) << computed.value.text;
    return;
  }
  if (!held) return;
  ASSERT_TRUE(promela_value(computed.value.text)) << computed.value.text;
  EXPECT_EQ(static_cast<std::uint32_t>(*promela_value(computed.value.text)), *expected) << computed.value.text;
  const std::int64_t value = compares(op) ? *expected : in(type, *expected);
  EXPECT_LE(computed.value.range.low, value) << computed.value.text;
  EXPECT_GE(computed.value.range.high, value) << computed.value.text;
}

TEST(Value, OperationsHaveTheBitsOfC) {
  for (const Op op : operations()) {
    for (const std::int64_t a : interesting()) {
      for (const std::int64_t b : interesting()) {
        expect_exact(op, unknown(in(s32, a), s32), unknown(in(s32, b), s32), s32,
                     c_signed(op, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)));
        expect_exact(op, unknown(in(u32, a), u32), unknown(in(u32, b), u32), u32,
                     c_unsigned(op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
      }
    }
  }
}

TEST(Value, OperationsWithConstantsHaveTheBitsOfC) {
  for (const Op op : operations()) {
    for (const std::int64_t a : interesting()) {
      for (const std::int64_t b : interesting()) {
        expect_exact(op, unknown(in(u32, a), u32), number(in(u32, b), u32), u32,
                     c_unsigned(op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
        expect_exact(op, number(in(s32, a), s32), unknown(in(s32, b), s32), s32,
                     c_signed(op, static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)));
      }
    }
  }
}

TEST(Value, UnsignedDivisionByAKnownDivisorNeedsNothing) {
  for (const std::int64_t a : {0LL, 5LL, 2147483647LL, 2147483648LL, 3000000000LL, 4294967295LL}) {
    for (const std::int64_t b : {1LL, 2LL, 3LL, 7LL, 10LL, 1000003LL, 1073741824LL}) {
      for (const Op op : {Op::div, Op::rem}) {
        const Computed computed = compute(op, unknown(a, u32), number(b, u32), u32, false);
        EXPECT_EQ(computed.needs + computed.fits, "");
        EXPECT_EQ(static_cast<std::uint32_t>(*promela_value(computed.value.text)),
                  *c_unsigned(op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
      }
    }
  }
}

TEST(Value, ConversionsCutAsCDoes) {
  for (const std::int64_t a : interesting()) {
    const auto of = [&](std::uint32_t bits, bool is_signed, std::int64_t expected) {
      const Type to = integer_type(bits, is_signed);
      const Computed computed = convert(unknown(a, s32), to);
      EXPECT_EQ(computed.needs + computed.fits, "");
      EXPECT_EQ(*promela_value(computed.value.text), static_cast<std::int32_t>(expected)) << computed.value.text;
      EXPECT_LE(computed.value.range.low, expected);
      EXPECT_GE(computed.value.range.high, expected);
    };
    of(8, true, static_cast<std::int8_t>(a));
    of(8, false, static_cast<std::uint8_t>(a));
    of(16, true, static_cast<std::int16_t>(a));
    of(16, false, static_cast<std::uint16_t>(a));
    of(32, false, static_cast<std::uint32_t>(a));
  }
}

// Values of 64 bits: either the result is C's, or what it needs is false.
TEST(Value, WideValuesAreExactOrDenied) {
  for (const Op op : {Op::add, Op::sub, Op::mul}) {
    for (const std::int64_t a : interesting()) {
      for (const std::int64_t b : interesting()) {
        const std::int64_t exact = op == Op::add ? a + b : op == Op::sub ? a - b : a * b;
        const Computed computed = compute(op, unknown(a, s64), unknown(b, s64), s64, false);
        const bool fits = exact >= INT32_MIN && exact <= INT32_MAX;
        EXPECT_EQ(promela_value(computed.fits).value_or(1) != 0, fits) << a << " " << b << " " << computed.fits;
        if (fits) {
          EXPECT_EQ(*promela_value(computed.value.text), exact);
        }
      }
    }
  }
  EXPECT_EQ(promela_value(convert(unknown(3000000000, u32), u64).fits), 0);
  EXPECT_EQ(promela_value(convert(unknown(-1, s32), u64).fits), 0);
  EXPECT_EQ(promela_value(compute(Op::sub, unknown(3, u64), unknown(4, u64), u64, false).fits), 0);
}

TEST(Value, OverflowIsSeenIfAsked) {
  for (const std::int64_t a : interesting()) {
    for (const std::int64_t b : interesting()) {
      const std::int64_t exact = a + b;
      const bool fits = exact >= INT32_MIN && exact <= INT32_MAX;
      const Computed asked = compute(Op::add, unknown(a, s32), unknown(b, s32), s32, true);
      EXPECT_EQ(promela_value(asked.needs).value_or(1) != 0, fits);
      EXPECT_EQ(compute(Op::add, unknown(a, s32), unknown(b, s32), s32, false).needs, "");
    }
  }
}

}  // namespace
}  // namespace waymark::c
