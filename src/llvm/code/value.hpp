// Values as registers and memory hold them.
#pragma once

#include <cstdint>

namespace waymark::llvm {

// What a pointer points into: an object of the state, a constant, a function, or nothing.
using Reference = std::uint32_t;
inline constexpr Reference function_bit = 0x8000'0000;
inline constexpr Reference constant_bit = 0x4000'0000;
// Only in constants: the decoder resolves it.
inline constexpr Reference thread_local_bit = 0x2000'0000;
[[nodiscard]] constexpr bool is_thread_local(Reference reference) { return reference >> 29 == 1; }
[[nodiscard]] constexpr bool is_function(Reference reference) { return (reference & function_bit) != 0; }
[[nodiscard]] constexpr bool is_constant(Reference reference) { return (reference & constant_bit) != 0; }
[[nodiscard]] constexpr bool is_object(Reference reference) { return reference != 0 && reference < thread_local_bit; }
[[nodiscard]] constexpr std::uint32_t index_of(Reference reference) {
  return reference & ~(function_bit | constant_bit | thread_local_bit);
}

// Up to 64 bits. With a reference it is the address of something plus an offset, whether its type is a pointer or an
// integer. Bits that are undefined are 0 in `bits`, so that equal values are equal in all fields.
struct Value {
  std::uint64_t bits = 0;
  std::uint64_t undefined = 0;
  Reference object = 0;
  friend bool operator==(const Value&, const Value&) = default;
};

[[nodiscard]] constexpr std::uint64_t mask_of(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}
[[nodiscard]] constexpr Value undefined_value(unsigned bits) { return {0, mask_of(bits), 0}; }

}  // namespace waymark::llvm
