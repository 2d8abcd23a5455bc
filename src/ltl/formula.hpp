// Formulas of linear temporal logic as people write them. Immutable trees; leaves are propositions, kept as text that
// only the program under check can read (Model::watch).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::ltl {

enum class Op : std::uint8_t {
  truth,
  falsity,
  proposition,
  negation,
  conjunction,
  disjunction,
  implication,
  equivalence,
  next,
  always,
  eventually,
  until,
  weak_until,
  release,
};

struct Formula;
using FormulaPtr = std::shared_ptr<const Formula>;

struct Formula {
  Op op = Op::truth;
  std::string text;        // of a proposition
  FormulaPtr left, right;  // one-place operators use left
};

// Deeper ones are refused, so that walking a formula cannot exhaust the stack.
constexpr unsigned deepest_formula = 400;

[[nodiscard]] FormulaPtr constant(bool value);
[[nodiscard]] FormulaPtr proposition(std::string text);
[[nodiscard]] FormulaPtr make(Op op, FormulaPtr left, FormulaPtr right = nullptr);

// Reads Spin's notation ([] <> U V W X ! && || -> <->), its words (always, eventually, until, weakuntil, release, next,
// implies, equivalent) and the letters of the literature (G F R, & | ~ => <=>). Precedence is Spin's: one-place
// operators, then U V W, then &&, then ||, then -> and <->, all grouping to the left. A proposition is any text without
// these operators, such as `x == 1` or `Buffer.full()`; one that needs them stands in double quotes.
// Throws base::InputError that names `origin`, as "--ltl".
[[nodiscard]] FormulaPtr parse(std::string_view text, std::string_view origin);

// With as few parentheses as needed; parse() reads it back.
[[nodiscard]] std::string text(const Formula& formula);

[[nodiscard]] bool temporal_free(const Formula& formula);
[[nodiscard]] bool uses_next(const Formula& formula);
// All of them, without repetition, in order of first occurrence.
[[nodiscard]] std::vector<std::string> propositions(const Formula& formula);

// Whether an infinite word satisfies a formula: letter i of the word says which of the propositions hold (bit j for
// propositions[j]); after the last letter it goes on with letter `loop`. REQUIRES: loop < letters.size().
[[nodiscard]] bool satisfies(const std::vector<std::uint64_t>& letters, std::size_t loop, const Formula& formula,
                             const std::vector<std::string>& propositions);

}  // namespace waymark::ltl
