#include "ltl/terms.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

namespace waymark::ltl {

Terms::Terms(const base::Stop* stop) : stop_(stop) {
  nodes_.push_back({Kind::falsity, 0, 0});
  nodes_.push_back({Kind::truth, 0, 0});
}

// Equal terms have equal numbers, so that whatever is found out about a term can be kept under its number.
Term Terms::node(Kind kind, Term left, Term right) {
  if ((kind == Kind::conjunction || kind == Kind::disjunction) && left > right) std::swap(left, right);
  const auto [place, fresh] = known_.try_emplace({kind, left, right}, static_cast<Term>(nodes_.size()));
  if (fresh) nodes_.push_back({kind, left, right});
  return place->second;
}

Term Terms::literal(const std::string& text, bool positive) {
  const auto found = std::find(propositions_.begin(), propositions_.end(), text);
  const auto number = static_cast<Term>(found - propositions_.begin());
  if (found == propositions_.end()) {
    if (number == 64) throw base::InputError("waymark: error: a formula with more than 64 propositions");
    propositions_.push_back(text);
  }
  return node(Kind::literal, number, positive ? 1 : 0);
}

// Negations are pushed down to the propositions, where they cost nothing; until and release are each other's dual.
Term Terms::normal(const Formula& formula, bool negated) {
  poll();
  const auto left = [&](bool flip) { return normal(*formula.left, flip); };
  // The left one first: terms are numbered as they come, and all machines have to agree on that.
  const auto both = [&](Term (Terms::*combine)(Term, Term), bool flip_left, bool flip_right) {
    const Term first = left(flip_left);
    return (this->*combine)(first, normal(*formula.right, flip_right));
  };
  const auto all = &Terms::conjunction;
  const auto any = &Terms::disjunction;
  switch (formula.op) {
    case Op::truth:
      return negated ? falsity : truth;
    case Op::falsity:
      return negated ? truth : falsity;
    case Op::proposition:
      return literal(formula.text, !negated);
    case Op::negation:
      return left(!negated);
    case Op::conjunction:
      return both(negated ? any : all, negated, negated);
    case Op::disjunction:
      return both(negated ? all : any, negated, negated);
    case Op::implication:
      return both(negated ? all : any, !negated, negated);
    case Op::equivalence: {
      const Term first = both(all, false, negated);
      return disjunction(first, both(all, true, !negated));
    }
    case Op::next:
      return next(left(negated));
    case Op::always:
      return negated ? until(truth, left(true)) : release(falsity, left(false));
    case Op::eventually:
      return negated ? release(falsity, left(true)) : until(truth, left(false));
    case Op::until:
      return both(negated ? &Terms::release : &Terms::until, negated, negated);
    case Op::release:
      return both(negated ? &Terms::until : &Terms::release, negated, negated);
    case Op::weak_until: {  // p W q is q V (p || q)
      const Term p = left(negated);
      const Term q = normal(*formula.right, negated);
      return negated ? until(q, conjunction(p, q)) : release(q, disjunction(p, q));
    }
  }
  CHECK(false);
}

Term Terms::negation(Term term) {
  const auto known = negations_.find(term);
  if (known != negations_.end()) return known->second;
  const Node at = nodes_[term];
  const auto both = [&](Kind kind) {
    const Term left = negation(at.left);
    return node(kind, left, negation(at.right));
  };
  const auto make = [&] {
    switch (at.kind) {
      case Kind::truth:
        return falsity;
      case Kind::falsity:
        return truth;
      case Kind::literal:
        return node(Kind::literal, at.left, 1 - at.right);
      case Kind::conjunction:
        return both(Kind::disjunction);
      case Kind::disjunction:
        return both(Kind::conjunction);
      case Kind::next:
        return node(Kind::next, negation(at.left), 0);
      case Kind::until:
        return both(Kind::release);
      case Kind::release:
        return both(Kind::until);
    }
    CHECK(false);
  };
  const Term result = make();
  negations_[term] = result;
  negations_[result] = term;
  return result;
}

bool Terms::implies(Term left, Term right) {
  if (left == right || left == falsity || right == truth) return true;
  if (left == truth || right == falsity) return false;
  const std::uint64_t both = std::uint64_t{left} << 32 | right;
  const auto known = implications_.find(both);
  if (known != implications_.end()) return known->second;
  poll();
  const bool result = implied(left, right);
  implications_[both] = result;
  return result;
}

// By the shape of the terms: true only if it is so, but not always then. Every rule goes on with a part of one side, so
// this ends.
bool Terms::implied(Term left, Term right) {
  const Node f = nodes_[left];
  const Node g = nodes_[right];
  if (f.kind == Kind::disjunction) return implies(f.left, right) && implies(f.right, right);
  if (g.kind == Kind::conjunction) return implies(left, g.left) && implies(left, g.right);
  if (f.kind == Kind::conjunction && (implies(f.left, right) || implies(f.right, right))) return true;
  if (g.kind == Kind::disjunction && (implies(left, g.left) || implies(left, g.right))) return true;
  if (f.kind == Kind::next && g.kind == Kind::next && implies(f.left, g.left)) return true;
  if (f.kind == g.kind && (f.kind == Kind::until || f.kind == Kind::release) && implies(f.left, g.left) &&
      implies(f.right, g.right)) {
    return true;
  }
  if (g.kind == Kind::until && implies(left, g.right)) return true;
  if (g.kind == Kind::release && implies(left, g.left) && implies(left, g.right)) return true;
  if (f.kind == Kind::until && implies(f.left, right) && implies(f.right, right)) return true;
  if (f.kind == Kind::release && implies(f.right, right)) return true;
  // []f holds later too: it implies what f implies there.
  if (is_always(left) && g.kind == Kind::next && implies(left, g.left)) return true;
  if (is_always(left) && is_always(right) && implies(left, g.right)) return true;
  return is_lasting(left) && is_always(right) && implies(left, g.right);
}

bool Terms::is_lasting(Term term) const {
  const Node at = nodes_[term];
  if (at.kind == Kind::conjunction || at.kind == Kind::disjunction) return is_lasting(at.left) && is_lasting(at.right);
  if (is_always(term)) return is_eventually(at.right) || is_lasting(at.right);
  if (is_eventually(term)) return is_always(at.right) || is_lasting(at.right);
  return false;
}

Term Terms::conjunction(Term left, Term right) {
  if (implies(left, right)) return left;
  if (implies(right, left)) return right;
  if (implies(left, negation(right)) || implies(right, negation(left))) return falsity;
  const Node f = nodes_[left];
  const Node g = nodes_[right];
  if (f.kind == Kind::next && g.kind == Kind::next) return next(conjunction(f.left, g.left));
  if (f.kind == Kind::release && g.kind == Kind::release && f.left == g.left) {
    return release(f.left, conjunction(f.right, g.right));
  }
  if (f.kind == Kind::until && g.kind == Kind::until && f.right == g.right) {
    return until(conjunction(f.left, g.left), f.right);
  }
  // <>[]p && <>[]q is <>[](p && q).
  if (is_eventually(left) && is_eventually(right) && is_always(f.right) && is_always(g.right)) {
    return until(truth, conjunction(f.right, g.right));
  }
  return node(Kind::conjunction, left, right);
}

Term Terms::disjunction(Term left, Term right) {
  if (implies(left, right)) return right;
  if (implies(right, left)) return left;
  if (implies(negation(left), right) || implies(negation(right), left)) return truth;
  const Node f = nodes_[left];
  const Node g = nodes_[right];
  if (f.kind == Kind::next && g.kind == Kind::next) return next(disjunction(f.left, g.left));
  if (f.kind == Kind::until && g.kind == Kind::until && f.left == g.left) {
    return until(f.left, disjunction(f.right, g.right));
  }
  if (f.kind == Kind::release && g.kind == Kind::release && f.right == g.right) {
    return release(disjunction(f.left, g.left), f.right);
  }
  // []<>p || []<>q is []<>(p || q).
  if (is_always(left) && is_always(right) && is_eventually(f.right) && is_eventually(g.right)) {
    return release(falsity, disjunction(f.right, g.right));
  }
  return node(Kind::disjunction, left, right);
}

Term Terms::next(Term term) {
  if (term == truth || term == falsity || is_lasting(term)) return term;
  return node(Kind::next, term, 0);
}

Term Terms::until(Term left, Term right) {
  if (right == truth || right == falsity || left == falsity) return right;
  if (is_lasting(right) || implies(left, right)) return right;
  if (left != truth && implies(negation(left), right)) return until(truth, right);
  const Node f = nodes_[left];
  const Node g = nodes_[right];
  if (g.kind == Kind::next && (left == truth || f.kind == Kind::next)) {
    return next(until(left == truth ? truth : f.left, g.left));
  }
  if (g.kind == Kind::until && implies(left, g.left)) return right;          // p U (p' U q)
  if (left == truth && g.kind == Kind::until) return until(truth, g.right);  // <>(p U q)
  if (left == truth && g.kind == Kind::release && !is_always(right) && g.left != truth &&
      implies(g.left, g.right)) {  // <>(p V q), p implying q
    return until(truth, disjunction(g.left, release(falsity, g.right)));
  }
  if (left == truth && g.kind == Kind::disjunction) {  // <>(p || []<>q) is <>p || []<>q
    if (is_lasting(g.left)) return disjunction(g.left, until(truth, g.right));
    if (is_lasting(g.right)) return disjunction(g.right, until(truth, g.left));
  }
  if (left == truth && g.kind == Kind::conjunction) {  // <>(p && []<>q) is <>p && []<>q
    if (is_lasting(g.left)) return conjunction(g.left, until(truth, g.right));
    if (is_lasting(g.right)) return conjunction(g.right, until(truth, g.left));
  }
  return node(Kind::until, left, right);
}

Term Terms::release(Term left, Term right) {
  if (right == truth || right == falsity || left == truth) return right;
  if (is_lasting(right) || implies(right, left)) return right;
  if (left != falsity && implies(right, negation(left))) return release(falsity, right);
  const Node f = nodes_[left];
  const Node g = nodes_[right];
  if (g.kind == Kind::next && (left == falsity || f.kind == Kind::next)) {
    return next(release(left == falsity ? falsity : f.left, g.left));
  }
  if (g.kind == Kind::release && implies(g.left, left)) return right;                // p V (p' V q)
  if (left == falsity && g.kind == Kind::release) return release(falsity, g.right);  // [](p V q)
  if (left == falsity && g.kind == Kind::conjunction) {                              // [](p && []<>q) is []p && []<>q
    if (is_lasting(g.left)) return conjunction(g.left, release(falsity, g.right));
    if (is_lasting(g.right)) return conjunction(g.right, release(falsity, g.left));
  }
  if (left == falsity && g.kind == Kind::disjunction) {  // [](p || []<>q) is []p || []<>q
    if (is_lasting(g.left)) return disjunction(g.left, release(falsity, g.right));
    if (is_lasting(g.right)) return disjunction(g.right, release(falsity, g.left));
  }
  return node(Kind::release, left, right);
}

}  // namespace waymark::ltl
