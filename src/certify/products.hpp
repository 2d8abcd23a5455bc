// Lean evidence: a multiset of states as one number. A multiset {s1, s2, ...} is the polynomial (x - s1)(x - s2)...
// over the field of 2^127 - 1 elements, evaluated at a secret point; different multisets of n states agree at no more
// than n points (Lipton, 1989). A product costs one multiplication per state and rests on no assumption; the sum of a
// pseudo-random function, the other known way, costs ten times as much.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "certify/secret.hpp"
#include "model/fingerprint.hpp"

namespace waymark::certify {

// An element of the field of 2^127 - 1 elements. Inside, the prime itself may stand for zero: reducing fully each time
// would cost a comparison per multiplication.
class Element {
 public:
  __extension__ using Wide = unsigned __int128;
  static constexpr Wide prime = (Wide{1} << 127) - 1;

  constexpr Element() = default;
  constexpr explicit Element(Wide value) : value_(reduce(reduce(value))) {}
  [[nodiscard]] static constexpr Element of(const model::Fingerprint& fingerprint) {
    return Element(Wide{fingerprint.high} << 64 | fingerprint.low);
  }

  [[nodiscard]] constexpr Wide value() const { return value_ == prime ? 0 : value_; }
  friend constexpr bool operator==(const Element& one, const Element& other) { return one.value() == other.value(); }

  friend constexpr Element operator+(const Element& one, const Element& other) {
    return reduced(one.value_ + other.value_);
  }
  friend constexpr Element operator-(const Element& one, const Element& other) {
    return reduced(one.value_ + (prime - other.value_));
  }
  [[gnu::always_inline]] friend constexpr Element operator*(const Element& one, const Element& other) {
    const std::uint64_t a = low(one.value_);
    const std::uint64_t b = high(one.value_);
    const std::uint64_t c = low(other.value_);
    const std::uint64_t d = high(other.value_);
    const Wide ac = Wide{a} * c;
    const Wide ad = Wide{a} * d;
    const Wide bc = Wide{b} * c;
    const Wide bd = Wide{b} * d;
    const Wide middle = Wide{high(ac)} + low(ad) + low(bc);
    const Wide lower = middle << 64 | low(ac);
    const Wide upper = bd + high(ad) + high(bc) + high(middle);
    // 2^127 is 1 modulo the prime, and both halves are at most 2^127 - 1.
    return reduced((lower & prime) + (upper << 1 | lower >> 127));
  }

 private:
  static constexpr std::uint64_t low(Wide value) { return static_cast<std::uint64_t>(value); }
  static constexpr std::uint64_t high(Wide value) { return static_cast<std::uint64_t>(value >> 64); }
  static constexpr Element reduced(Wide value) {
    Element element;
    element.value_ = reduce(value);
    return element;
  }
  // To at most the prime, if the value is at most twice the prime.
  static constexpr Wide reduce(Wide value) { return (value & prime) + (value >> 127); }

  Wide value_ = 0;
};

// An element that nobody knows who does not know the secret.
[[nodiscard]] Element element_of(const Secret& secret, std::uint64_t key);

// A multiset of elements, one for each state or labelled state in it, seen from one secret point.
class Product {
 public:
  using Bytes = std::array<std::uint8_t, 16>;

  // REQUIRES the same point for all of a run.
  void add(const Element& point, const Element& state) { value_ = value_ * (point - state); }
  void add(const Element& point, std::span<const model::Fingerprint> states);
  void add(const Element& point, const Element& state, std::uint64_t times);
  void add(const Product& other) { value_ = value_ * other.value_; }

  [[nodiscard]] Bytes bytes() const;
  [[nodiscard]] static Product from(const Bytes& bytes);
  friend bool operator==(const Product&, const Product&) = default;

 private:
  Element value_{1};
};

}  // namespace waymark::certify
