// Terms: formulas in negation normal form, each kept once and named by a number, so that equal ones are the same. Built
// through simplifying constructors (rules by Somenzi and Bloem, and by Etessami and Holzmann): the fewer terms, the
// smaller the automaton.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/stop.hpp"
#include "ltl/formula.hpp"

namespace waymark::ltl {

using Term = std::uint32_t;

class Terms {
 public:
  enum class Kind : std::uint8_t { truth, falsity, literal, conjunction, disjunction, next, until, release };
  struct Node {
    Kind kind = Kind::truth;
    Term left = 0;   // of a literal: the proposition's number
    Term right = 0;  // of a literal: 1 if it is not negated
  };

  // A short formula may have very many terms: making and comparing them polls `stop`, if any.
  explicit Terms(const base::Stop* stop = nullptr);

  // Throws base::InputError for more than 64 propositions.
  [[nodiscard]] Term normal(const Formula& formula, bool negated);

  [[nodiscard]] const Node& operator[](Term term) const { return nodes_[term]; }
  // A syntactic test: true only if it is so, not always if it is.
  [[nodiscard]] bool implies(Term left, Term right);
  [[nodiscard]] Term negation(Term term);
  [[nodiscard]] const std::vector<std::string>& propositions() const { return propositions_; }
  void poll() const { base::poll(stop_); }

  static constexpr Term falsity = 0;
  static constexpr Term truth = 1;

 private:
  [[nodiscard]] Term node(Kind kind, Term left, Term right);
  [[nodiscard]] Term literal(const std::string& text, bool positive);
  [[nodiscard]] Term conjunction(Term left, Term right);
  [[nodiscard]] Term disjunction(Term left, Term right);
  [[nodiscard]] Term next(Term term);
  [[nodiscard]] Term until(Term left, Term right);
  [[nodiscard]] Term release(Term left, Term right);
  [[nodiscard]] bool is(Term term, Kind kind) const { return nodes_[term].kind == kind; }
  [[nodiscard]] bool is_eventually(Term term) const { return is(term, Kind::until) && nodes_[term].left == truth; }
  [[nodiscard]] bool is_always(Term term) const { return is(term, Kind::release) && nodes_[term].left == falsity; }
  // Whether it holds of a word if and only if it holds of all its suffixes, as []<>p and <>[]p.
  [[nodiscard]] bool is_lasting(Term term) const;
  [[nodiscard]] bool implied(Term left, Term right);

  const base::Stop* stop_;
  std::vector<Node> nodes_;
  std::map<std::tuple<Kind, Term, Term>, Term> known_;
  std::unordered_map<std::uint64_t, bool> implications_;
  std::unordered_map<Term, Term> negations_;
  std::vector<std::string> propositions_;
};

}  // namespace waymark::ltl
