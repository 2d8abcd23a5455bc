#pragma once

#include <string>

#include "base/diagnostics.hpp"

namespace waymark::tests {

/// The text of the InputError with which an action refuses what it was given.
template <class Action>
std::string refusal_of(Action action) {
  try {
    action();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "no error";
}

/// The same without the source line and caret below it.
template <class Action>
std::string short_refusal_of(Action action) {
  const std::string whole = refusal_of(action);
  return whole.substr(0, whole.find('\n'));
}

}  // namespace waymark::tests
