// Chosen: a value with a default, which knows whether the user asked for it.
#pragma once

#include <utility>

namespace waymark::base {

template <typename Value>
struct Chosen {
  Value value{};
  bool by_user = false;

  Chosen() = default;
  Chosen(Value standard) : value(std::move(standard)) {}  // nobody has asked for it

  void choose(Value chosen) {
    value = std::move(chosen);
    by_user = true;
  }
  // The user's value; else another default.
  [[nodiscard]] Value value_or(Value standard) const { return by_user ? value : std::move(standard); }
  operator const Value&() const { return value; }
};

}  // namespace waymark::base
