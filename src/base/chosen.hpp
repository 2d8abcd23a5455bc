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
  operator const Value&() const { return value; }
};

}  // namespace waymark::base
