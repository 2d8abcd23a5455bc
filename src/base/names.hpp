// The names of an enumeration's values, one table for both directions: as people write them, and as they are printed.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "base/check.hpp"

namespace waymark::base {

template <typename Value>
struct Named {
  Value value;
  std::string_view name;
};
template <typename Value>
Named(Value, std::string_view) -> Named<Value>;  // clang 14 does not deduce it from the members

// Specialised beside each enumeration that has names, with a `table`: a constexpr array of Named.
template <typename Value>
struct Names;

template <typename Value>
[[nodiscard]] constexpr std::string_view name(Value value) {
  for (const Named<Value>& one : Names<Value>::table) {
    if (one.value == value) return one.name;
  }
  CHECK(false);
}

// Nothing if no value is called that.
template <typename Value>
[[nodiscard]] constexpr std::optional<Value> named(std::string_view name) {
  for (const Named<Value>& one : Names<Value>::table) {
    if (one.name == name) return one.value;
  }
  return std::nullopt;
}

}  // namespace waymark::base
