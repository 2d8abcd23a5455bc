#include "ltl/lasso_word.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::ltl {

LassoWord::Values LassoWord::of_proposition(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  CHECK(found != names_.end());
  const auto bit = static_cast<unsigned>(found - names_.begin());
  return each([&](std::size_t i) { return (letters_[i] >> bit & 1) != 0; });
}

LassoWord::Values LassoWord::values(const Formula& formula) const {
  const Values left = formula.left ? values(*formula.left) : Values(letters_.size(), true);
  const Values right = formula.right ? values(*formula.right) : Values(letters_.size(), true);
  switch (formula.op) {
    case Op::truth:
      return Values(letters_.size(), true);
    case Op::falsity:
      return Values(letters_.size(), false);
    case Op::proposition:
      return of_proposition(formula.text);
    case Op::negation:
      return each([&](std::size_t i) { return !left[i]; });
    case Op::conjunction:
      return each([&](std::size_t i) { return left[i] && right[i]; });
    case Op::disjunction:
      return each([&](std::size_t i) { return left[i] || right[i]; });
    case Op::implication:
      return each([&](std::size_t i) { return !left[i] || right[i]; });
    case Op::equivalence:
      return each([&](std::size_t i) { return left[i] == right[i]; });
    case Op::next:
      return each([&](std::size_t i) { return left[after(i)]; });
    case Op::always:
      return settle(true, [&](std::size_t i, bool later) { return left[i] && later; });
    case Op::eventually:
      return settle(false, [&](std::size_t i, bool later) { return left[i] || later; });
    case Op::until:
      return settle(false, [&](std::size_t i, bool later) { return right[i] || (left[i] && later); });
    case Op::weak_until:
      return settle(true, [&](std::size_t i, bool later) { return right[i] || (left[i] && later); });
    case Op::release:
      return settle(true, [&](std::size_t i, bool later) { return right[i] && (left[i] || later); });
  }
  CHECK(false);
}

}  // namespace waymark::ltl
