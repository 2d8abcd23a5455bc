// The formula parser: precedence climbing over operators; what lies between them is a proposition's text.
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <optional>

#include "base/diagnostics.hpp"
#include "ltl/formula.hpp"

namespace waymark::ltl {

namespace {

struct Sign {
  std::string_view text;
  Op op;
  int precedence;  // of two-place ones; 0 for the others
};

// A sign that another one begins with comes after it. Words end where an identifier ends.
constexpr std::array signs = {
    Sign{"<->", Op::equivalence, 1}, Sign{"<=>", Op::equivalence, 1}, Sign{"->", Op::implication, 1},
    Sign{"=>", Op::implication, 1},  Sign{"||", Op::disjunction, 2},  Sign{"|", Op::disjunction, 2},
    Sign{"&&", Op::conjunction, 3},  Sign{"&", Op::conjunction, 3},   Sign{"[]", Op::always, 0},
    Sign{"<>", Op::eventually, 0},
};
constexpr std::array words = {
    Sign{"implies", Op::implication, 1},
    Sign{"equivalent", Op::equivalence, 1},
    Sign{"U", Op::until, 4},
    Sign{"until", Op::until, 4},
    Sign{"stronguntil", Op::until, 4},
    Sign{"W", Op::weak_until, 4},
    Sign{"weakuntil", Op::weak_until, 4},
    Sign{"V", Op::release, 4},
    Sign{"R", Op::release, 4},
    Sign{"release", Op::release, 4},
    Sign{"always", Op::always, 0},
    Sign{"G", Op::always, 0},
    Sign{"eventually", Op::eventually, 0},
    Sign{"F", Op::eventually, 0},
    Sign{"next", Op::next, 0},
    Sign{"X", Op::next, 0},
};

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

class Reader {
 public:
  Reader(std::string_view text, std::string_view origin) : text_(text), origin_(origin) {}

  FormulaPtr whole() {
    FormulaPtr formula = binary(1, 0);
    skip_space();
    if (at_ != text_.size()) fail("an operator is expected");
    return formula;
  }

 private:
  [[noreturn]] void fail(std::string_view why) const {
    throw base::InputError(fmt::format("{}: error: {} at column {} of '{}'", origin_, why, at_ + 1, text_));
  }
  void skip_space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  [[nodiscard]] static std::optional<Sign> sign_at(std::string_view rest, bool behind_word) {
    for (const Sign& sign : signs) {
      if (rest.starts_with(sign.text)) return sign;
    }
    if (behind_word) return std::nullopt;
    for (const Sign& word : words) {
      if (rest.starts_with(word.text) && (rest.size() == word.text.size() || !in_word(rest[word.text.size()]))) {
        return word;
      }
    }
    return std::nullopt;
  }

  FormulaPtr binary(int lowest, unsigned depth) {
    FormulaPtr left = unary(depth + 1);
    for (unsigned operators = 0;; ++operators) {
      skip_space();
      const std::optional<Sign> sign = sign_at(text_.substr(at_), false);
      if (!sign || sign->precedence == 0 || sign->precedence < lowest) return left;
      if (depth + operators > deepest_formula) fail("the formula is too deep");
      at_ += sign->text.size();
      left = make(sign->op, std::move(left), binary(sign->precedence + 1, depth + 1));
    }
  }

  FormulaPtr unary(unsigned depth) {
    if (depth > deepest_formula) fail("the formula is too deep");
    skip_space();
    if (at_ == text_.size()) fail("a formula is expected");
    const char c = text_[at_];
    if ((c == '!' || c == '~') && !text_.substr(at_).starts_with("!=")) {
      ++at_;
      return make(Op::negation, unary(depth + 1));
    }
    const std::optional<Sign> sign = sign_at(text_.substr(at_), false);
    if (sign && sign->precedence == 0) {
      at_ += sign->text.size();
      return make(sign->op, unary(depth + 1));
    }
    if (sign) fail(fmt::format("a formula is expected before '{}'", sign->text));
    if (c == '"') return quoted();
    if (c == '(' && !group_goes_on()) {
      ++at_;
      FormulaPtr inner = binary(1, depth + 1);
      skip_space();
      if (at_ == text_.size() || text_[at_] != ')') fail("')' is expected");
      ++at_;
      return inner;
    }
    return bare();
  }

  // The place behind the bracket that closes the one at `open`, or the end of the text.
  [[nodiscard]] std::size_t behind_group(std::size_t open) const {
    std::size_t depth = 0;
    for (std::size_t i = open; i < text_.size(); ++i) {
      if (text_[i] == '(' || text_[i] == '[') ++depth;
      if ((text_[i] == ')' || text_[i] == ']') && --depth == 0) return i + 1;
    }
    return text_.size();
  }
  // Whether a parenthesis opens a part of a proposition, as in (x + 1) == y.
  [[nodiscard]] bool group_goes_on() const {
    std::size_t i = behind_group(at_);
    while (i < text_.size() && std::isspace(static_cast<unsigned char>(text_[i])) != 0) ++i;
    if (i == text_.size() || sign_at(text_.substr(i), false)) return false;
    return std::string_view("=!<>+-*/%^").find(text_[i]) != std::string_view::npos;
  }

  FormulaPtr quoted() {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) fail("a closing '\"' is expected");
    std::string inner(text_.substr(at_ + 1, end - at_ - 1));
    if (inner.empty()) fail("an empty proposition");
    at_ = end + 1;
    return proposition(std::move(inner));
  }

  FormulaPtr bare() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != ')' && text_[at_] != '"') {
      const bool behind_word = at_ != begin && in_word(text_[at_ - 1]);
      const char c = text_[at_];
      if (c == '(' || (c == '[' && behind_word)) {
        at_ = behind_group(at_);
      } else if (sign_at(text_.substr(at_), behind_word)) {
        break;
      } else {
        ++at_;
      }
    }
    std::string_view found = text_.substr(begin, at_ - begin);
    while (!found.empty() && std::isspace(static_cast<unsigned char>(found.back())) != 0) found.remove_suffix(1);
    if (found.empty()) fail("a formula is expected");
    if (found == "true" || found == "1") return constant(true);
    if (found == "false" || found == "0") return constant(false);
    return proposition(std::string(found));
  }

  std::string_view text_;
  std::string_view origin_;
  std::size_t at_ = 0;
};

}  // namespace

FormulaPtr parse(std::string_view text, std::string_view origin) { return Reader(text, origin).whole(); }

}  // namespace waymark::ltl
