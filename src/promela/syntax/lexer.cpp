#include "promela/syntax/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "promela/syntax/limits.hpp"

namespace waymark::promela {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Lexer {
 public:
  Lexer(const base::Source& source, base::Diagnostics& diagnostics, LexMode mode)
      : source_(source), diagnostics_(diagnostics), text_(source.text()), formula_(mode == LexMode::formula) {}

  std::vector<Token> run() {
    while (skip_blanks()) {
      if (tokens_.size() >= limits::tokens) {
        diagnostics_.error(source_.at(at_), fmt::format("the text has more than {} tokens", limits::tokens));
        at_ = text_.size();
        break;
      }
      read_token();
    }
    push(Tok::end, at_, 0);
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void fault(std::size_t at, std::string_view message) { diagnostics_.error(source_.at(at), message); }

  void push(Tok kind, std::size_t begin, std::size_t length) {
    Token token;
    token.kind = kind;
    token.newline_before = newline_;
    token.begin = static_cast<std::uint32_t>(begin);
    token.length = static_cast<std::uint32_t>(length);
    token.position = source_.at(begin);
    tokens_.push_back(token);
    newline_ = false;
  }

  // Blanks, comments and line markers. False at the end of the text.
  bool skip_blanks();
  void skip_comment();
  void read_token();
  void read_word();
  void read_number();
  void read_string();
  void read_character();
  void read_punctuation();
  // Inside `ltl name { .. }` the operators of formulas are tokens too.
  void follow_formula(Tok kind);

  const base::Source& source_;
  base::Diagnostics& diagnostics_;
  std::string_view text_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  bool newline_ = true;
  bool formula_;
  bool in_block_ = false;  // formula_ came from the word `ltl`
  int braces_ = 0;
};

bool Lexer::skip_blanks() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      newline_ = true;
      ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
      ++at_;
    } else if (c == '/' && (peek(1) == '*' || peek(1) == '/')) {
      skip_comment();
    } else if (c == '*' && peek(1) == '/' && peek(2) != '*' && peek(2) != '/') {
      at_ += 2;  // a comment that is closed once more: Spin takes it for a blank
    } else if (c == '#' && !source_.at(at_).known()) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else {
      return true;
    }
  }
  return false;
}

void Lexer::skip_comment() {
  const auto begin = at_;
  if (peek(1) == '/') {
    at_ = std::min(text_.find('\n', at_), text_.size());
    return;
  }
  const auto end = text_.find("*/", at_ + 2);
  if (end == std::string_view::npos) {
    fault(begin, "this comment is never closed");
    at_ = text_.size();
    return;
  }
  if (text_.substr(begin, end - begin).find('\n') != std::string_view::npos) newline_ = true;
  at_ = end + 2;
}

void Lexer::follow_formula(Tok kind) {
  if (kind == Tok::kw_ltl) {
    formula_ = in_block_ = true;
    braces_ = 0;
  } else if (in_block_ && kind == Tok::left_brace) {
    ++braces_;
  } else if (in_block_ && kind == Tok::right_brace && --braces_ <= 0) {
    formula_ = in_block_ = false;
  }
}

void Lexer::read_token() {
  const char c = peek();
  if (is_letter(c)) return read_word();
  if (is_digit(c)) return read_number();
  if (c == '"') return read_string();
  if (c == '\'') return read_character();
  read_punctuation();
}

void Lexer::read_word() {
  const auto begin = at_;
  while (is_letter(peek()) || is_digit(peek())) ++at_;
  const auto word = text_.substr(begin, at_ - begin);
  // `ltl X { .. }` names a formula X: the operators' names are free until the brace.
  const auto known = keyword(word, formula_ && (!in_block_ || braces_ > 0));
  if (known.kind >= Tok::kw_c_code && known.kind <= Tok::kw_c_track) {
    fault(begin, fmt::format("embedded C ({}) is not supported", word));
    at_ = text_.size();  // what follows is C, and none of our business
    return;
  }
  push(known.kind, begin, word.size());
  tokens_.back().value = known.value;
  tokens_.back().type = known.type;
  follow_formula(known.kind);
}

void Lexer::read_number() {
  const auto begin = at_;
  std::uint64_t value = 0;
  bool fits = true;
  while (is_digit(peek())) {
    value = value * 10 + static_cast<unsigned>(peek() - '0');
    if (value > 0xFFFFFFFFU) {
      fits = false;
      value = 0;
    }
    ++at_;
  }
  if (is_letter(peek())) {
    while (is_letter(peek()) || is_digit(peek())) ++at_;
    fault(begin,
          fmt::format("'{}' is not a number: Promela has decimal numbers only", text_.substr(begin, at_ - begin)));
  } else if (!fits) {
    fault(begin, fmt::format("the number {} does not fit in 32 bits", text_.substr(begin, at_ - begin)));
  }
  push(Tok::number, begin, at_ - begin);
  tokens_.back().value = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));  // as C converts it
}

void Lexer::read_string() {
  const auto begin = at_++;
  while (at_ < text_.size() && peek() != '"' && peek() != '\n') at_ += peek() == '\\' && peek(1) != '\n' ? 2 : 1;
  at_ = std::min(at_, text_.size());
  if (peek() != '"') {
    fault(begin, "this string is not closed on its line");
    push(Tok::string, begin, at_ - begin);
    return;
  }
  ++at_;
  push(Tok::string, begin, at_ - begin);
}

void Lexer::read_character() {
  const auto begin = at_++;
  char c = peek();
  std::size_t length = 1;
  if (c == '\\') {
    c = peek(1);
    length = 2;
    if (c == 'n')
      c = '\n';
    else if (c == 't')
      c = '\t';
    else if (c == 'r')
      c = '\r';
    else if (c == 'f')
      c = '\f';
  }
  if (peek(length) != '\'' || peek() == '\n' || (length == 1 && c == '\'')) {
    fault(begin, "a character constant is one character between single quotes");
    while (is_letter(peek()) || is_digit(peek())) ++at_;  // most likely a string
    if (peek() == '\'') ++at_;
    push(Tok::number, begin, at_ - begin);
    return;
  }
  at_ += length + 1;
  push(Tok::number, begin, at_ - begin);
  tokens_.back().value = static_cast<unsigned char>(c);
}

void Lexer::read_punctuation() {
  struct Sign {
    std::string_view text;
    Tok kind;
    bool only_in_formulas = false;
  };
  // Longer signs before their beginnings.
  static constexpr Sign signs[] = {
      {"<->", Tok::equivalent, true},
      {"[]", Tok::always, true},
      {"<>", Tok::eventually, true},
      {"->", Tok::implies, true},
      {"/\\", Tok::and_and, true},
      {"\\/", Tok::or_or, true},
      {"->", Tok::arrow},
      {"--", Tok::decrement},
      {"++", Tok::increment},
      {"::", Tok::option},
      {"..", Tok::dot_dot},
      {"!!", Tok::sorted_send},
      {"!=", Tok::not_equal},
      {"??", Tok::random_receive},
      {"<<", Tok::shift_left},
      {"<=", Tok::less_equal},
      {">>", Tok::shift_right},
      {">=", Tok::greater_equal},
      {"==", Tok::equal},
      {"&&", Tok::and_and},
      {"||", Tok::or_or},
      {"{", Tok::left_brace},
      {"}", Tok::right_brace},
      {"(", Tok::left_paren},
      {")", Tok::right_paren},
      {"[", Tok::left_bracket},
      {"]", Tok::right_bracket},
      {",", Tok::comma},
      {";", Tok::semicolon},
      {":", Tok::colon},
      {".", Tok::dot},
      {"@", Tok::at},
      {"=", Tok::assign},
      {"+", Tok::plus},
      {"-", Tok::minus},
      {"*", Tok::star},
      {"/", Tok::slash},
      {"%", Tok::percent},
      {"&", Tok::ampersand},
      {"|", Tok::bar},
      {"^", Tok::caret},
      {"~", Tok::tilde},
      {"!", Tok::send},
      {"?", Tok::receive},
      {"<", Tok::less},
      {">", Tok::greater},
  };
  const auto rest = text_.substr(at_, 3);
  for (const auto& sign : signs) {
    if (sign.only_in_formulas && !formula_) continue;
    // Two negations in a row, not a sorted send: formulas send nothing.
    if (sign.kind == Tok::sorted_send && formula_) continue;
    if (!rest.starts_with(sign.text)) continue;
    push(sign.kind, at_, sign.text.size());
    at_ += sign.text.size();
    return follow_formula(sign.kind);
  }
  const auto c = static_cast<unsigned char>(text_[at_]);
  if (c == '#') {
    fault(at_, "'#' is for the preprocessor, and only at the beginning of a line");
    at_ = std::min(text_.find('\n', at_), text_.size());
  } else if (c > ' ' && c < 127) {
    fault(at_++, fmt::format("the character '{}' has no meaning in Promela", static_cast<char>(c)));
  } else {
    fault(at_, fmt::format("the byte 0x{:02x} has no meaning in Promela", c));
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 127) ++at_;  // all of a foreign word
    if (c < 127) ++at_;
  }
}

}  // namespace

std::vector<Token> tokenize(const base::Source& source, base::Diagnostics& diagnostics, LexMode mode) {
  return Lexer(source, diagnostics, mode).run();
}

}  // namespace waymark::promela
