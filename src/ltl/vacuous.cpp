#include "ltl/vacuous.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace waymark::ltl {

namespace {

using Value = std::optional<bool>;  // nothing: it is not known

Value inverse(Value value) { return value ? Value(!*value) : Value(); }

Value either(Value a, Value b) {
  if (a == Value(true) || b == Value(true)) return true;
  return a && b ? Value(false) : Value();
}

Value both(Value a, Value b) { return inverse(either(inverse(a), inverse(b))); }

class Occurrences {
 public:
  Occurrences(const Formula& formula, const Constants& constants) : formula_(formula), constants_(constants) {}

  // Looks below an occurrence that matters.
  void descend(const FormulaPtr& of) {
    for (const FormulaPtr* const part : {&of->left, &of->right}) {
      if (*part == nullptr || (*part)->op == Op::truth || (*part)->op == Op::falsity) continue;
      if (matters(**part)) {
        descend(*part);
      } else {
        found_.push_back({*part, reasons(**part)});
      }
    }
  }
  [[nodiscard]] std::vector<Vacuous> take() { return std::move(found_); }

 private:
  // Of two values one is the worst; below an equivalence it is not known which.
  [[nodiscard]] bool matters(const Formula& part) {
    replaced_ = &part;
    for (const bool instead : {false, true}) {
      instead_ = instead;
      if (value_of(formula_) != Value(true)) return true;
    }
    return false;
  }

  [[nodiscard]] Value value_of(const Formula& formula) const {
    if (&formula == replaced_) return instead_;
    const auto left = [&] { return value_of(*formula.left); };
    const auto right = [&] { return value_of(*formula.right); };
    switch (formula.op) {
      case Op::truth:
        return true;
      case Op::falsity:
        return false;
      case Op::proposition: {
        const auto found = constants_.find(formula.text);
        return found == constants_.end() ? Value() : Value(found->second);
      }
      case Op::negation:
        return inverse(left());
      case Op::conjunction:
        return both(left(), right());
      case Op::disjunction:
        return either(left(), right());
      case Op::implication:
        return either(inverse(left()), right());
      case Op::equivalence: {
        const Value a = left();
        const Value b = right();
        return a && b ? Value(*a == *b) : Value();
      }
      // What is known is known of every state.
      case Op::next:
      case Op::always:
      case Op::eventually:
        return left();
      case Op::until:
      case Op::release:
        return right();
      case Op::weak_until:
        return either(left(), right());
    }
    return {};
  }

  // The constants outside of a part.
  [[nodiscard]] std::string reasons(const Formula& part) const {
    std::vector<std::string> all;
    add_reasons(formula_, part, all);
    return fmt::format("{}", fmt::join(all, ", and "));
  }
  void add_reasons(const Formula& in, const Formula& but, std::vector<std::string>& out) const {
    if (&in == &but) return;
    if (in.op == Op::proposition) {
      const auto found = constants_.find(in.text);
      if (found != constants_.end()) {
        out.push_back(fmt::format("{} {} holds", in.text, found->second ? "always" : "never"));
      }
    }
    if (in.left) add_reasons(*in.left, but, out);
    if (in.right) add_reasons(*in.right, but, out);
  }

  const Formula& formula_;
  const Constants& constants_;
  const Formula* replaced_ = nullptr;
  bool instead_ = false;
  std::vector<Vacuous> found_;
};

}  // namespace

std::vector<Vacuous> vacuous(const FormulaPtr& formula, const Constants& constants) {
  Occurrences search(*formula, constants);
  search.descend(formula);
  return search.take();
}

}  // namespace waymark::ltl
