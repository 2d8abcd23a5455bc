// Arithmetic on the operand stack. Operations are written once, for numbers; what is here takes them off the stack and
// puts the result there, whatever their width. Each function takes the top of the stack and returns the new one, so
// that the interpreter keeps it in a register.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "java/machine/values.hpp"

namespace waymark::java {

// Words that a number takes on the stack. Whole numbers are unsigned where they wrap round.
template <typename Number>
inline constexpr std::ptrdiff_t stack_words = sizeof(Number) / sizeof(Word);

template <typename Number>
Number get_number(const Word* words) {
  if constexpr (stack_words<Number> == 1) {
    return std::bit_cast<Number>(words[0]);
  } else {
    return std::bit_cast<Number>(get64(words));
  }
}
template <typename Number>
void put_number(Word* words, Number value) {
  if constexpr (stack_words<Number> == 1) {
    words[0] = std::bit_cast<Word>(value);
  } else {
    put64(words, std::bit_cast<std::uint64_t>(value));
  }
}

template <typename Number>
Word* push_number(Word* sp, Number value) {
  put_number(sp, value);
  return sp + stack_words<Number>;
}

// a, b: operation(a, b)
template <typename Number, typename Operation>
Word* binary(Word* sp, Operation operation) {
  Word* const a = sp - 2 * stack_words<Number>;
  return push_number<Number>(a, operation(get_number<Number>(a), get_number<Number>(sp - stack_words<Number>)));
}

// a: operation(a), which may be a number of another kind
template <typename Number, typename Operation>
Word* unary(Word* sp, Operation operation) {
  Word* const a = sp - stack_words<Number>;
  return push_number(a, operation(get_number<Number>(a)));
}

// As a conversion of the language: int to long and so on, none of which fails.
template <typename From, typename To>
Word* convert(Word* sp) {
  return unary<From>(sp, [](From value) {
    if constexpr (std::floating_point<From> && !std::floating_point<To>) {
      return saturated<To>(value);
    } else {
      return static_cast<To>(value);
    }
  });
}

// a, n: a shifted by as many of n's bits as count
template <typename Number, typename Operation>
Word* shift(Word* sp, Operation operation) {
  constexpr Word mask = sizeof(Number) * 8 - 1;
  Word* const a = sp - 1 - stack_words<Number>;
  return push_number<Number>(a, operation(get_number<Number>(a), sp[-1] & mask));
}

// a, b: -1, 0 or 1; `unordered` if one is not a number
template <typename Number>
Word* three_way(Word* sp, int unordered) {
  Word* const a = sp - 2 * stack_words<Number>;
  *a = compared(get_number<Number>(a), get_number<Number>(sp - stack_words<Number>), unordered);
  return a + 1;
}

// Wrap round where the hardware would trap. REQUIRES: b is not 0.
template <std::signed_integral Number>
Number quotient(Number a, Number b) {
  using Bits = std::make_unsigned_t<Number>;
  return b == -1 ? static_cast<Number>(Bits{0} - static_cast<Bits>(a)) : static_cast<Number>(a / b);
}
template <std::signed_integral Number>
Number remainder(Number a, Number b) {
  return b == -1 ? Number{0} : static_cast<Number>(a % b);
}

// Copies the topmost words once more, under as many that lie below them.
template <int words, int over>
Word* duplicate(Word* sp) {
  for (int i = 1; i <= words + over; ++i) sp[words - i] = sp[-i];
  if constexpr (over != 0) {
    for (int i = 0; i < words; ++i) sp[i - words - over] = sp[i];
  }
  return sp + words;
}

}  // namespace waymark::java
