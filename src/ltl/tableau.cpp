#include <algorithm>
#include <bit>
#include <map>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "ltl/generalized.hpp"

namespace waymark::ltl {

namespace {

constexpr std::size_t most_states = 5'000;
constexpr std::size_t most_ways = 5'000;

using Set = std::vector<Term>;  // in ascending order

// One way to keep what a term promises: what must hold now, what is owed next, which untils are put off.
struct Way {
  Label label;
  Set next;
  std::uint64_t put_off = 0;
};

// Unfolds terms by the laws p U q = q || (p && X (p U q)) and p V q = (p && q) || (q && X (p V q)): what is left over
// for the next letter is the next state. A run that unfolds an until by its second half for ever never keeps what it
// promises, so every until has a mark, and an edge carries the marks of all it does not put off.
class Tableau {
 public:
  explicit Tableau(Terms& terms) : terms_(terms) {}

  Generalized build(Term root) {
    number_untils(root);
    Generalized out;
    out.all = untils_.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << untils_.size()) - 1;
    state(reduced({root}));
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      std::vector<Generalized::Edge> edges;
      const std::vector<Way> ways = all_of(sets_[i]);
      edges.reserve(ways.size());
      for (const Way& way : ways) edges.push_back({way.label, state(way.next), out.all & ~way.put_off});
      out.states.push_back(std::move(edges));
    }
    return out;
  }

 private:
  std::uint32_t state(const Set& set) {
    const auto [place, fresh] = known_.try_emplace(set, static_cast<std::uint32_t>(sets_.size()));
    if (fresh) sets_.push_back(set);
    if (sets_.size() > most_states) throw base::InputError("waymark: error: the formula's automaton is too large");
    return place->second;
  }

  void number_untils(Term term) {
    if (seen_.size() <= term) seen_.resize(term + 1);
    if (seen_[term]) return;
    seen_[term] = true;
    const Terms::Node at = terms_[term];
    if (at.kind == Terms::Kind::truth || at.kind == Terms::Kind::falsity || at.kind == Terms::Kind::literal) return;
    number_untils(at.left);
    if (at.kind != Terms::Kind::next) number_untils(at.right);
    if (at.kind != Terms::Kind::until) return;
    if (untils_.size() == 64) throw base::InputError("waymark: error: a formula with more than 64 'until's");
    const auto number = static_cast<unsigned>(untils_.size());
    untils_[term] = number;
  }

  // Without what the others imply.
  Set reduced(Set set) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    Set out;
    for (std::size_t i = 0; i < set.size(); ++i) {
      bool idle = set[i] == Terms::truth;
      for (std::size_t j = 0; j < set.size() && !idle; ++j) {
        if (i == j || !terms_.implies(set[j], set[i])) continue;
        idle = j < i || !terms_.implies(set[i], set[j]);  // of equivalent ones the first stays
      }
      if (!idle) out.push_back(set[i]);
    }
    return out;
  }

  // Asks less of the letter and of what follows, and puts off no more: a run of the worse way could go this one.
  static bool outdoes(const Way& better, const Way& worse) {
    return better.label.covers(worse.label) && (better.put_off & ~worse.put_off) == 0 &&
           std::includes(worse.next.begin(), worse.next.end(), better.next.begin(), better.next.end());
  }
  static void add(std::vector<Way>& ways, Way way) {
    for (const Way& other : ways) {
      if (outdoes(other, way)) return;
    }
    std::erase_if(ways, [&](const Way& other) { return outdoes(way, other); });
    if (ways.size() == most_ways) throw base::InputError("waymark: error: the formula's automaton is too large");
    ways.push_back(std::move(way));
  }

  // Ways to keep two promises at once, and one of two.
  std::vector<Way> both(const std::vector<Way>& left, const std::vector<Way>& right) {
    std::vector<Way> out;
    for (const Way& one : left) {
      for (const Way& other : right) {
        terms_.poll();
        Way way{{one.label.holds | other.label.holds, one.label.fails | other.label.fails}, {}, 0};
        if ((way.label.holds & way.label.fails) != 0) continue;
        way.put_off = one.put_off | other.put_off;
        way.next = one.next;
        way.next.insert(way.next.end(), other.next.begin(), other.next.end());
        way.next = reduced(std::move(way.next));
        if (std::find(way.next.begin(), way.next.end(), Terms::falsity) != way.next.end()) continue;
        add(out, std::move(way));
      }
    }
    return out;
  }
  std::vector<Way> either(std::vector<Way> left, const std::vector<Way>& right) const {
    for (const Way& way : right) {
      terms_.poll();
      add(left, way);
    }
    return left;
  }

  std::vector<Way> all_of(const Set& set) {
    std::vector<Way> out{Way{}};
    for (const Term term : set) out = both(out, ways(term));
    return out;
  }

  const std::vector<Way>& ways(Term term) {
    const auto known = ways_.find(term);
    if (known != ways_.end()) return known->second;
    std::vector<Way> found = find_ways(term);
    return ways_.emplace(term, std::move(found)).first->second;
  }

  std::vector<Way> find_ways(Term term) {
    const Terms::Node at = terms_[term];
    switch (at.kind) {
      case Terms::Kind::falsity:
        return {};
      case Terms::Kind::truth:
        return {Way{}};
      case Terms::Kind::literal: {
        const std::uint64_t bit = std::uint64_t{1} << at.left;
        return {Way{at.right != 0 ? Label{bit, 0} : Label{0, bit}, {}, 0}};
      }
      case Terms::Kind::conjunction:
        return both(ways(at.left), ways(at.right));
      case Terms::Kind::disjunction:
        return either(ways(at.left), ways(at.right));
      case Terms::Kind::next:
        return {Way{{}, parts(at.left), 0}};
      case Terms::Kind::until: {
        const std::uint64_t mark = std::uint64_t{1} << untils_.at(term);
        return either(ways(at.right), both(ways(at.left), {Way{{}, {term}, mark}}));
      }
      case Terms::Kind::release:
        return either(both(ways(at.left), ways(at.right)), both(ways(at.right), {Way{{}, {term}, 0}}));
    }
    CHECK(false);
  }

  // A conjunction as a set, so that states made of the same terms are the same.
  Set parts(Term term) {
    const Terms::Node at = terms_[term];
    if (at.kind != Terms::Kind::conjunction) return {term};
    Set out = parts(at.left);
    const Set right = parts(at.right);
    out.insert(out.end(), right.begin(), right.end());
    return reduced(std::move(out));
  }

  Terms& terms_;
  std::vector<bool> seen_;
  std::map<Term, unsigned> untils_;
  std::map<Term, std::vector<Way>> ways_;
  std::map<Set, std::uint32_t> known_;
  std::vector<Set> sets_;
};

}  // namespace

Generalized tableau(Terms& terms, Term term) { return Tableau(terms).build(term); }

}  // namespace waymark::ltl
