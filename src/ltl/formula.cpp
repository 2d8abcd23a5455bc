#include "ltl/formula.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "ltl/lasso_word.hpp"

namespace waymark::ltl {

namespace {

struct Notation {
  std::string_view sign;
  int precedence;  // the tighter, the larger
};

// In the order of Op.
constexpr Notation notations[] = {{"true", 6}, {"false", 6}, {"", 6},    {"!", 5},   {"&&", 3}, {"||", 2}, {"->", 1},
                                  {"<->", 1},  {"X ", 5},    {"[] ", 5}, {"<> ", 5}, {"U", 4},  {"W", 4},  {"V", 4}};

// Whether parse() reads it as the proposition it is, without quotes.
bool stands_alone(const std::string& text) {
  try {
    const FormulaPtr again = parse(text, "");
    return again->op == Op::proposition && (again->text == text || "(" + again->text + ")" == text);
  } catch (const base::InputError&) {
    return false;
  }
}

void print(const Formula& formula, int around, std::string& out) {
  const auto [sign, precedence] = notations[static_cast<std::size_t>(formula.op)];
  const bool grouped = precedence < around;
  if (grouped) out += '(';
  if (formula.op == Op::proposition) {
    out += stands_alone(formula.text) ? formula.text : '"' + formula.text + '"';
  } else if (formula.left == nullptr) {
    out += sign;
  } else if (formula.right == nullptr) {
    out += sign;
    print(*formula.left, precedence, out);
  } else {
    print(*formula.left, precedence, out);
    out += ' ';
    out += sign;
    out += ' ';
    print(*formula.right, precedence + 1, out);
  }
  if (grouped) out += ')';
}

void collect(const Formula& formula, std::vector<std::string>& out) {
  if (formula.op == Op::proposition && std::find(out.begin(), out.end(), formula.text) == out.end()) {
    out.push_back(formula.text);
  }
  if (formula.left) collect(*formula.left, out);
  if (formula.right) collect(*formula.right, out);
}

}  // namespace

FormulaPtr constant(bool value) { return make(value ? Op::truth : Op::falsity, nullptr); }

FormulaPtr proposition(std::string text) {
  return std::make_shared<const Formula>(Formula{Op::proposition, std::move(text), nullptr, nullptr});
}

FormulaPtr make(Op op, FormulaPtr left, FormulaPtr right) {
  return std::make_shared<const Formula>(Formula{op, "", std::move(left), std::move(right)});
}

std::string text(const Formula& formula) {
  std::string out;
  print(formula, 0, out);
  return out;
}

bool temporal_free(const Formula& formula) {
  return formula.op < Op::next && (!formula.left || temporal_free(*formula.left)) &&
         (!formula.right || temporal_free(*formula.right));
}

bool uses_next(const Formula& formula) {
  return formula.op == Op::next || (formula.left && uses_next(*formula.left)) ||
         (formula.right && uses_next(*formula.right));
}

std::vector<std::string> propositions(const Formula& formula) {
  std::vector<std::string> out;
  collect(formula, out);
  return out;
}

bool satisfies(const std::vector<std::uint64_t>& letters, std::size_t loop, const Formula& formula,
               const std::vector<std::string>& propositions) {
  return LassoWord(letters, loop, propositions).values(formula).front();
}

}  // namespace waymark::ltl
