#include "ltl/formula.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "base/diagnostics.hpp"

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

// The value of a formula at every position of a lasso, from the values of its parts.
class Lasso {
 public:
  Lasso(const std::vector<std::uint64_t>& letters, std::size_t loop, const std::vector<std::string>& names)
      : letters_(letters), loop_(loop), names_(names) {}

  using Values = std::vector<bool>;

  [[nodiscard]] Values values(const Formula& formula) const {
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

 private:
  [[nodiscard]] std::size_t after(std::size_t i) const { return i + 1 < letters_.size() ? i + 1 : loop_; }

  template <typename Value>
  [[nodiscard]] Values each(Value value) const {
    Values out(letters_.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value(i);
    return out;
  }
  // The fixed point from below or above: values travel backwards, around the loop at most once.
  template <typename Value>
  [[nodiscard]] Values settle(bool start, Value value) const {
    Values out(letters_.size(), start);
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = out.size(); i-- > 0;) out[i] = value(i, out[after(i)]);
    }
    return out;
  }
  [[nodiscard]] Values of_proposition(const std::string& name) const {
    const auto found = std::find(names_.begin(), names_.end(), name);
    CHECK(found != names_.end());
    const auto bit = static_cast<unsigned>(found - names_.begin());
    return each([&](std::size_t i) { return (letters_[i] >> bit & 1) != 0; });
  }

  const std::vector<std::uint64_t>& letters_;
  std::size_t loop_;
  const std::vector<std::string>& names_;
};

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
  return Lasso(letters, loop, propositions).values(formula).front();
}

}  // namespace waymark::ltl
