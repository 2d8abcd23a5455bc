#include "llvm/machine/arithmetic.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "llvm/machine/failure.hpp"

namespace waymark::llvm {

namespace {

// Addresses are multiples of a page, and below 2^48.
constexpr std::uint64_t in_page = 0xfff;
constexpr std::uint64_t address_bits = 0xffff'ffff'ffff;

[[noreturn]] void refuse_address(std::string_view what) {
  throw Unsupported{fmt::format("{} of an address as a number", what)};
}

Value plain(std::uint64_t bits, std::uint64_t undefined, unsigned width) {
  undefined &= mask_of(width);
  return {bits & mask_of(width) & ~undefined, undefined, 0};
}

// The lowest undefined bit and all above it: what carries lead to.
std::uint64_t from_lowest(std::uint64_t undefined) {
  return undefined == 0 ? 0 : ~((undefined & (~undefined + 1)) - 1);
}

Value with_address(const Op& op, const Value& a, const Value& b) {
  if ((a.undefined | b.undefined) != 0) return undefined_value(op.width);
  const bool both = a.object != 0 && b.object != 0;
  const Value& address = a.object != 0 ? a : b;
  const std::uint64_t number = a.object != 0 ? b.bits : a.bits;
  const bool outside = (number & address_bits) == 0 || number <= in_page;  // where an address has no bits
  switch (op.what) {
    case Do::add:
      if (both) break;
      return {a.bits + b.bits, 0, address.object};
    case Do::sub:
      if (both && a.object == b.object) return {a.bits - b.bits, 0, 0};
      if (a.object == 0 || both) break;
      return {a.bits - b.bits, 0, a.object};
    case Do::and_: {
      if (both) break;
      const std::uint64_t upper = address_bits & ~in_page;
      if ((number & upper) == upper) return {address.bits & number, 0, address.object};
      if ((number & upper) == 0) return {address.bits & number, 0, 0};
      break;
    }
    case Do::or_:
      if (both || !outside) break;
      return {address.bits | number, 0, address.object};
    case Do::xor_:
      if (both && a == b) return {};
      if (both || !outside) break;
      return {address.bits ^ number, 0, address.object};
    case Do::urem:
      if (a.object == 0 || both || !std::has_single_bit(b.bits) || b.bits > in_page + 1) break;
      return {a.bits & (b.bits - 1), 0, 0};
    case Do::mul:
      if (!both && number == 1) return address;
      break;
    case Do::udiv:
    case Do::sdiv:
      if (a.object != 0 && b.object == 0 && b.bits == 1) return a;
      break;
    case Do::shl:
    case Do::lshr:
    case Do::ashr:
      if (b.object == 0 && b.bits == 0) return a;
      break;
    default:
      break;
  }
  refuse_address(both ? "arithmetic" : "this arithmetic");
}

void check_shift(const Value& b, unsigned width) {
  if (b.undefined != 0) throw Failure{"uninitialised", "the distance of a shift was not initialised"};
  if (b.bits >= width) {
    throw Failure{"shift", fmt::format("a value of {} bits is shifted by {}", width, signed_value(b.bits, width))};
  }
}

void check_divisor(const Op& op, const Value& a, const Value& b) {
  if (b.undefined != 0) throw Failure{"uninitialised", "a divisor was not initialised"};
  if (b.bits == 0) throw Failure{"division", "division by zero"};
  const bool is_signed = op.what == Do::sdiv || op.what == Do::srem;
  const std::uint64_t least = std::uint64_t{1} << (op.width - 1);
  if (is_signed && a.undefined == 0 && a.bits == least && b.bits == mask_of(op.width)) {
    throw Failure{"overflow",
                  fmt::format("{} / -1 is too large for {} bits", signed_value(a.bits, op.width), op.width)};
  }
}

[[noreturn]] void overflows(const Op& op, const Value& a, const Value& b) {
  const char* const sign = op.what == Do::add ? "+" : op.what == Do::sub ? "-" : op.what == Do::mul ? "*" : "<<";
  throw Failure{"overflow", fmt::format("{} {} {} is too large for {} bits", signed_value(a.bits, op.width), sign,
                                        signed_value(b.bits, op.width), op.width)};
}

void check_overflow(const Op& op, const Value& a, const Value& b) {
  if ((op.flags & flag::nsw) == 0 || (a.undefined | b.undefined) != 0) return;
  const Wide x = signed_value(a.bits, op.width);
  const Wide y = signed_value(b.bits, op.width);
  Wide exact = 0;
  switch (op.what) {
    case Do::add:
      exact = x + y;
      break;
    case Do::sub:
      exact = x - y;
      break;
    case Do::mul:
      exact = product(x, y);
      break;
    case Do::shl:
      exact = b.bits < 64 ? product(x, Wide{1} << b.bits) : 0;
      break;
    default:
      return;
  }
  const Wide most = (Wide{1} << (op.width - 1)) - 1;
  if (exact > most || exact < -most - 1) overflows(op, a, b);
}

}  // namespace

Value compute(const Op& op, const Value& a, const Value& b, bool overflow) {
  if ((a.object | b.object) != 0) return with_address(op, a, b);
  const unsigned width = op.width;
  const std::uint64_t undefined = a.undefined | b.undefined;
  if (overflow) check_overflow(op, a, b);
  switch (op.what) {
    case Do::add:
      return plain(a.bits + b.bits, from_lowest(undefined), width);
    case Do::sub:
      return plain(a.bits - b.bits, from_lowest(undefined), width);
    case Do::mul:
      return plain(a.bits * b.bits, from_lowest(undefined), width);
    case Do::and_:
      return plain(a.bits & b.bits, (a.undefined & b.undefined) | (a.undefined & b.bits) | (b.undefined & a.bits),
                   width);
    case Do::or_:
      return plain(a.bits | b.bits, (a.undefined & ~b.bits) | (b.undefined & ~a.bits), width);
    case Do::xor_:
      return plain(a.bits ^ b.bits, undefined, width);
    case Do::shl:
      check_shift(b, width);
      return plain(a.bits << b.bits, a.undefined << b.bits, width);
    case Do::lshr:
      check_shift(b, width);
      return plain(a.bits >> b.bits, a.undefined >> b.bits, width);
    case Do::ashr:
      check_shift(b, width);
      return plain(static_cast<std::uint64_t>(signed_value(a.bits, width) >> b.bits),
                   static_cast<std::uint64_t>(signed_value(a.undefined, width) >> b.bits), width);
    case Do::udiv:
    case Do::sdiv:
    case Do::urem:
    case Do::srem:
      break;
    default:
      throw Unsupported{"this arithmetic"};
  }
  check_divisor(op, a, b);
  if (undefined != 0) return undefined_value(width);
  const std::int64_t x = signed_value(a.bits, width);
  const std::int64_t y = signed_value(b.bits, width);
  switch (op.what) {
    case Do::udiv:
      return plain(a.bits / b.bits, 0, width);
    case Do::urem:
      return plain(a.bits % b.bits, 0, width);
    case Do::sdiv:
      return plain(static_cast<std::uint64_t>(x / y), 0, width);
    default:
      return plain(static_cast<std::uint64_t>(x % y), 0, width);
  }
}

Value compare(Predicate predicate, unsigned width, const Value& a, const Value& b) {
  std::uint64_t x = a.bits;
  std::uint64_t y = b.bits;
  if ((a.undefined | b.undefined) != 0) {
    // Bits that are there may tell enough.
    const bool differ = ((x ^ y) & ~(a.undefined | b.undefined)) != 0;
    if ((a.object | b.object) == 0 && differ && predicate == Predicate::eq) return {0, 0, 0};
    if ((a.object | b.object) == 0 && differ && predicate == Predicate::ne) return {1, 0, 0};
    return undefined_value(1);
  }
  const bool equality = predicate == Predicate::eq || predicate == Predicate::ne;
  if (a.object != b.object) {
    const bool two = a.object != 0 && b.object != 0;
    const std::int64_t number = signed_value(a.object != 0 ? y : x, 64);
    const bool small = !two && number >= -4096 && number < 4096;
    if (equality && (two || small)) return {predicate == Predicate::ne ? 1u : 0u, 0, 0};
    if (equality) throw Unsupported{"the comparison of an address with a number"};
    if (two) throw Unsupported{"the order of two objects in memory"};
    if (!small) throw Unsupported{"the comparison of an address with a number"};
    // An address is larger than small numbers.
    x = a.object != 0 ? 1u << 20 : x;
    y = b.object != 0 ? 1u << 20 : y;
  } else if (a.object != 0 && !equality) {
    constexpr std::uint64_t middle = std::uint64_t{1} << 46;
    x += middle;
    y += middle;
  }
  const std::int64_t sx = signed_value(x, width);
  const std::int64_t sy = signed_value(y, width);
  bool holds = false;
  switch (predicate) {
    case Predicate::eq:
      holds = x == y;
      break;
    case Predicate::ne:
      holds = x != y;
      break;
    case Predicate::ugt:
      holds = x > y;
      break;
    case Predicate::uge:
      holds = x >= y;
      break;
    case Predicate::ult:
      holds = x < y;
      break;
    case Predicate::ule:
      holds = x <= y;
      break;
    case Predicate::sgt:
      holds = sx > sy;
      break;
    case Predicate::sge:
      holds = sx >= sy;
      break;
    case Predicate::slt:
      holds = sx < sy;
      break;
    case Predicate::sle:
      holds = sx <= sy;
      break;
    default:
      throw Unsupported{"this comparison"};
  }
  return {holds ? 1u : 0u, 0, 0};
}

namespace {

double to_double(const Value& value, unsigned width) {
  if (width == 32) return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
  return std::bit_cast<double>(value.bits);
}
Value from_double(double number, unsigned width) {
  if (width == 32) return {std::bit_cast<std::uint32_t>(static_cast<float>(number)), 0, 0};
  return {std::bit_cast<std::uint64_t>(number), 0, 0};
}

Value to_integer(const Op& op, double number) {
  const bool is_signed = op.what == Do::float_to_signed;
  const double most = std::ldexp(1.0, is_signed ? op.width - 1 : op.width);
  const double least = is_signed ? -most - 1 : -1;
  if (!(number < most && number > least)) {
    throw Failure{"overflow", fmt::format("{} does not fit into an integer of {} bits", number, op.width)};
  }
  const std::uint64_t bits =
      is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(number)) : static_cast<std::uint64_t>(number);
  return plain(bits, 0, op.width);
}

}  // namespace

Value convert(const Op& op, const Value& a) {
  switch (op.what) {
    case Do::trunc:
      if (a.object != 0 && op.width > 12) refuse_address("a part");
      return plain(a.bits, a.undefined, op.width);
    case Do::zext:
      return plain(a.bits, a.undefined, op.width);
    case Do::sext:
      return plain(static_cast<std::uint64_t>(signed_value(a.bits, op.from)),
                   static_cast<std::uint64_t>(signed_value(a.undefined, op.from)), op.width);
    default:
      break;
  }
  if (a.object != 0) refuse_address("a floating-point number");
  if (a.undefined != 0) return undefined_value(op.width);
  switch (op.what) {
    case Do::float_from_signed: {
      const std::int64_t number = signed_value(a.bits, op.from);
      if (op.width == 32) return {std::bit_cast<std::uint32_t>(static_cast<float>(number)), 0, 0};
      return from_double(static_cast<double>(number), op.width);
    }
    case Do::float_from_unsigned:
      if (op.width == 32) return {std::bit_cast<std::uint32_t>(static_cast<float>(a.bits)), 0, 0};
      return from_double(static_cast<double>(a.bits), op.width);
    case Do::float_to_signed:
    case Do::float_to_unsigned:
      return to_integer(op, to_double(a, op.from));
    case Do::float_resize:
      return from_double(to_double(a, op.from), op.width);
    default:
      throw Unsupported{"this conversion"};
  }
}

Value compute_float(const Op& op, const Value& a, const Value& b) {
  if ((a.object | b.object) != 0) refuse_address("a floating-point number");
  if ((a.undefined | b.undefined) != 0) return undefined_value(op.width);
  const double x = to_double(a, op.width);
  const double y = to_double(b, op.width);
  switch (op.what) {
    case Do::float_negate:
      return {a.bits ^ std::uint64_t{1} << (op.width - 1), 0, 0};
    case Do::float_add:
      return from_double(x + y, op.width);
    case Do::float_sub:
      return from_double(x - y, op.width);
    case Do::float_mul:
      return from_double(x * y, op.width);
    case Do::float_div:
      return from_double(x / y, op.width);
    case Do::float_rem:
      return from_double(std::fmod(x, y), op.width);
    default:
      throw Unsupported{"this arithmetic"};
  }
}

Value compare_float(const Op& op, const Value& a, const Value& b) {
  if ((a.undefined | b.undefined) != 0) return undefined_value(1);
  const double x = to_double(a, op.width);
  const double y = to_double(b, op.width);
  const bool unordered = std::isnan(x) || std::isnan(y);
  bool holds = false;
  switch (static_cast<Predicate>(op.aux)) {
    case Predicate::never:
      break;
    case Predicate::oeq:
      holds = !unordered && x == y;
      break;
    case Predicate::ogt:
      holds = x > y;
      break;
    case Predicate::oge:
      holds = x >= y;
      break;
    case Predicate::olt:
      holds = x < y;
      break;
    case Predicate::ole:
      holds = x <= y;
      break;
    case Predicate::one:
      holds = !unordered && x != y;
      break;
    case Predicate::ord:
      holds = !unordered;
      break;
    case Predicate::ueq:
      holds = unordered || x == y;
      break;
    case Predicate::f_ugt:
      holds = unordered || x > y;
      break;
    case Predicate::f_uge:
      holds = unordered || x >= y;
      break;
    case Predicate::f_ult:
      holds = unordered || x < y;
      break;
    case Predicate::f_ule:
      holds = unordered || x <= y;
      break;
    case Predicate::une:
      holds = unordered || x != y;
      break;
    case Predicate::uno:
      holds = unordered;
      break;
    default:
      holds = true;
  }
  return {holds ? 1u : 0u, 0, 0};
}

Value updated(Update update, unsigned width, const Value& old, const Value& value) {
  Op op;
  op.width = static_cast<std::uint8_t>(width);
  const auto pick = [&](Predicate predicate) {
    const Value holds = compare(predicate, width, old, value);
    if (holds.undefined != 0) return undefined_value(width);
    return holds.bits != 0 ? old : value;
  };
  switch (update) {
    case Update::xchg:
      return value;
    case Update::add:
      op.what = Do::add;
      break;
    case Update::sub:
      op.what = Do::sub;
      break;
    case Update::and_:
      op.what = Do::and_;
      break;
    case Update::or_:
      op.what = Do::or_;
      break;
    case Update::xor_:
      op.what = Do::xor_;
      break;
    case Update::nand: {
      op.what = Do::and_;
      const Value both = compute(op, old, value, false);
      op.what = Do::xor_;
      return compute(op, both, {mask_of(width), 0, 0}, false);
    }
    case Update::max:
      return pick(Predicate::sgt);
    case Update::min:
      return pick(Predicate::slt);
    case Update::umax:
      return pick(Predicate::ugt);
    case Update::umin:
      return pick(Predicate::ult);
    default:
      throw Unsupported{"this atomic update"};
  }
  return compute(op, old, value, false);
}

}  // namespace waymark::llvm
