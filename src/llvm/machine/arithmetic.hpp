// Arithmetic on values, some of whose bits may be undefined, and which may be addresses.
#pragma once

#include "llvm/code/code.hpp"

namespace waymark::llvm {

// Both throw Failure and Unsupported. `overflow`: that of signed numbers is a fault.
[[nodiscard]] Value compute(const Op& op, const Value& a, const Value& b, bool overflow);
[[nodiscard]] Value compare(Predicate predicate, unsigned width, const Value& a, const Value& b);
[[nodiscard]] Value convert(const Op& op, const Value& a);
[[nodiscard]] Value compute_float(const Op& op, const Value& a, const Value& b);
[[nodiscard]] Value compare_float(const Op& op, const Value& a, const Value& b);
// What atomicrmw writes.
[[nodiscard]] Value updated(Update update, unsigned width, const Value& old, const Value& value);

[[nodiscard]] inline std::int64_t signed_value(std::uint64_t bits, unsigned width) {
  if (width == 0 || width >= 64) return static_cast<std::int64_t>(bits);
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int64_t>(((bits & mask_of(width)) ^ sign) - sign);
}

__extension__ using Wide = __int128;  // in which no sum or product of numbers of 64 bits overflows

// Without signs on the way: a product with signs that is checked for overflow needs a library that gcc does not have.
[[nodiscard]] inline Wide product(Wide x, Wide y) {
  __extension__ using Unsigned = unsigned __int128;
  return static_cast<Wide>(static_cast<Unsigned>(x) * static_cast<Unsigned>(y));
}

}  // namespace waymark::llvm
