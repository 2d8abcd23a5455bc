#include "ltl/objection.hpp"

#include <vector>

namespace waymark::ltl {

namespace {

class Search {
 public:
  explicit Search(const LassoWord& word) : word_(word) {}

  // REQUIRES: the formula should have the value `wanted` at that letter, and has the other.
  [[nodiscard]] Objection why(const Formula& formula, std::size_t at, bool wanted) const {
    const Formula& left = formula.left ? *formula.left : formula;
    const Formula& right = formula.right ? *formula.right : formula;
    switch (formula.op) {
      case Op::negation:
        return why(left, at, !wanted);
      case Op::next:
        return why(left, word_.after(at), wanted);
      case Op::conjunction:
        if (wanted) return why(holds(left, at) ? right : left, at, true);
        return both(left, false, right, false, at);
      case Op::disjunction:
        if (!wanted) return why(holds(left, at) ? left : right, at, false);
        return both(left, true, right, true, at);
      case Op::implication:
        if (!wanted) return why(holds(left, at) ? right : left, at, !holds(left, at));
        return both(left, false, right, true, at);
      case Op::always:
        if (wanted) return why(left, first_without(left, at), true);
        return {negated(left), true, at};
      case Op::eventually:
        if (!wanted) return why(left, first_with(left, at), false);
        return {text(left), true, at};
      case Op::until:
      case Op::weak_until:
        return until(formula, at, wanted);
      case Op::release:
        if (wanted) return why(right, first_without(right, at), true);
        break;
      default:
        break;
    }
    return {wanted ? text(formula) : negated(formula), false, at};
  }

 private:
  [[nodiscard]] bool holds(const Formula& formula, std::size_t at) const { return word_.values(formula)[at]; }
  [[nodiscard]] static std::string negated(const Formula& formula) {
    const FormulaPtr inner = std::make_shared<const Formula>(formula);
    return text(*make(Op::negation, inner));
  }

  // Two parts of which one should have its value. What is about the future is a promise, which the other demands.
  [[nodiscard]] Objection both(const Formula& one, bool one_wanted, const Formula& two, bool two_wanted,
                               std::size_t at) const {
    const bool second = temporal_free(one) || !temporal_free(two);
    const Formula& promise = second ? two : one;
    const Formula& other = second ? one : two;
    Objection found = why(promise, at, second ? two_wanted : one_wanted);
    if (found.because.empty() && temporal_free(other)) {
      found.because = (second ? one_wanted : two_wanted) ? negated(other) : text(other);
      found.because_at = at;
    }
    return found;
  }

  [[nodiscard]] Objection until(const Formula& formula, std::size_t at, bool wanted) const {
    const Formula& left = *formula.left;
    const Formula& right = *formula.right;
    const LassoWord::Values lasts = word_.values(left);
    const LassoWord::Values ends = word_.values(right);
    std::size_t i = at;
    for (std::size_t count = 0; count < word_.size(); ++count, i = word_.after(i)) {
      if (!wanted && ends[i]) return why(right, i, false);
      if (wanted && !lasts[i] && !ends[i]) return why(left, i, true);
    }
    return wanted ? Objection{text(right), true, at} : Objection{negated(left), true, at};
  }

  [[nodiscard]] std::size_t first_with(const Formula& formula, std::size_t at) const {
    const LassoWord::Values values = word_.values(formula);
    for (std::size_t count = 0; count < word_.size() && !values[at]; ++count) at = word_.after(at);
    return at;
  }
  // Of a promise that was broken, kept again and broken at last: where it was made last.
  [[nodiscard]] std::size_t first_without(const Formula& formula, std::size_t at) const {
    const LassoWord::Values values = word_.values(formula);
    const bool promise = !temporal_free(formula);
    std::size_t found = at;
    bool any = false;
    for (std::size_t i = at; i < word_.size(); ++i) {
      const bool begins = !values[i] && (i == at || values[i - 1] || !any);
      if (begins && (promise || !any)) found = i;
      any = any || !values[i];
    }
    if (any) return found;
    for (std::size_t count = 0; count < word_.size() && values[at]; ++count) at = word_.after(at);
    return at;
  }

  const LassoWord& word_;
};

}  // namespace

Objection object_to(const LassoWord& word, const Formula& formula) { return Search(word).why(formula, 0, true); }

}  // namespace waymark::ltl
