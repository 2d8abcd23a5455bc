// Values of C as expressions of Promela. Promela computes in C's int; a value of another type is an int with the same
// bits, and every operation is written so that its result has exactly the bits that C gives it. Values of 64 bits are
// held only as far as an int can hold them: an operation that could leave that range says what must hold for it to
// stay.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "c/syntax/tree.hpp"

namespace waymark::c {

// The values that C's expression may have, both included.
struct Range {
  std::int64_t low = 0, high = 0;

  [[nodiscard]] bool within(Range other) const { return other.low <= low && high <= other.high; }
  [[nodiscard]] bool single() const { return low == high; }
  friend bool operator==(const Range&, const Range&) = default;
};

constexpr std::int64_t int_min = -2147483648LL;
constexpr std::int64_t int_max = 2147483647LL;
constexpr Range int_range{int_min, int_max};

// What a variable of the type may hold in the model.
[[nodiscard]] Range range_of(const Type& type);

// How an expression binds, as in C and in Promela alike.
enum Strength : int {
  binds_or = 1,
  binds_and,
  binds_bit_or,
  binds_bit_xor,
  binds_bit_and,
  binds_equal,
  binds_less,
  binds_shift,
  binds_add,
  binds_mul,
  binds_unary,
  binds_primary,
};

// Where a pointer may point: one object, or the elements of one. The pointer is 0 for null, otherwise the element's
// number plus one.
struct Region {
  std::string before, after;  // the object is before[i]after, or `before` if it is not indexed
  bool indexed = false;
  std::uint64_t count = 1;
  const Type* element = nullptr;
  bool shared = false;                  // several threads use it
  bool local = false;                   // to one process
  bool plain = false;                   // no object at all: an integer that travels as a pointer
  const Variable* automatic = nullptr;  // what it is a part of, if that ends with its block

  friend bool operator==(const Region&, const Region&) = default;
};

struct Value {
  std::string text;  // without effects
  Strength strength = binds_primary;
  const Type* type = nullptr;
  Range range;
  bool shared = false;           // reading it reads something that several threads use
  bool constant = false;         // the text is a number
  bool truth = false;            // the text is a condition
  std::optional<Region> region;  // of a pointer
  std::string element;           // of a pointer that is not null: the element's number
  bool known = true;             // of a pointer: false if nothing was assigned yet that it could point to

  // The text, in parentheses if it binds less.
  [[nodiscard]] std::string at_least(Strength least) const;
};

[[nodiscard]] Value number(std::int64_t value, const Type& type);

// A value, and what must hold for it to be C's.
struct Computed {
  Value value;
  std::string needs;     // a condition; empty if nothing. Where it is false, the program is at fault
  std::string fits;      // the same; where it is false, C has a value and the model has none
  std::string refused;   // why there is no such value; otherwise empty
  bool repeats = false;  // the text names an operand more than once
};

// Both sides have been converted to the type in which C computes; shifts convert each on its own.
[[nodiscard]] Computed compute(Op op, const Value& left, const Value& right, const Type& result, bool check_overflow);
[[nodiscard]] Computed compute(Op op, const Value& operand, const Type& result, bool check_overflow);
[[nodiscard]] Computed convert(const Value& value, const Type& to);

// As a condition, and its contrary.
[[nodiscard]] std::string condition(const Value& value);
[[nodiscard]] std::string negated(const Value& value);

}  // namespace waymark::c
