#include "llvm/syntax/tokens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"

namespace waymark::llvm {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$'; }
bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '-'; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string unescaped(std::string_view raw) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size() && raw[i + 1] == '\\') {
      out += '\\';
      ++i;
    } else if (raw[i] == '\\' && i + 2 < raw.size() && hex_digit(raw[i + 1]) >= 0 && hex_digit(raw[i + 2]) >= 0) {
      out += static_cast<char>(hex_digit(raw[i + 1]) * 16 + hex_digit(raw[i + 2]));
      i += 2;
    } else {
      out += raw[i];
    }
  }
  return out;
}

Tokens::Tokens(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {
  now_.first_on_line = true;
  next();
}

void Tokens::fault_at(std::size_t offset, std::string_view message) const {
  offset = std::min(offset, text_.size());
  const auto before = text_.substr(0, offset);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  throw base::InputError(fmt::format("{}:{}:{}: error: {}", file_, line, offset - begin + 1, message));
}

void Tokens::fault_expected(std::string_view what) const {
  if (is(Tok::end)) fault(fmt::format("{} is expected, but the text ends here", what));
  const std::size_t end = std::min({text_.find('\n', now_.offset), now_.offset + 40, text_.size()});
  fault(fmt::format("{} is expected, not '{}'", what,
                    base::printable(text_.substr(now_.offset, std::max(end, now_.offset) - now_.offset))));
}

// ---------------------------------------------------------------- reading

void Tokens::skip_blanks() {
  now_.first_on_line = at_ == 0;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ';') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      if (c == '\n') now_.first_on_line = true;
      ++at_;
    } else {
      break;
    }
  }
}

// Between quotes; at_ is behind the first one.
std::string_view Tokens::read_quoted() {
  const std::size_t end = text_.find('"', at_);
  if (end == std::string_view::npos) fault("the text has no closing quote");
  const std::string_view raw = text_.substr(at_, end - at_);
  at_ = end + 1;
  return raw;
}

// A name behind its sign, in quotes or not.
void Tokens::read_name(Tok kind) {
  now_.kind = kind;
  now_.quoted = at(at_) == '"';
  if (now_.quoted) {
    ++at_;
    now_.text = read_quoted();
    return;
  }
  const std::size_t begin = at_;
  // Metadata names may have escapes: !foo\20bar.
  while (at_ < text_.size() && (is_name(text_[at_]) || (kind == Tok::metadata && text_[at_] == '\\'))) ++at_;
  now_.text = text_.substr(begin, at_ - begin);
  if (now_.text.empty()) fault("a name is expected behind the sign");
}

void Tokens::read_number() {
  const std::size_t begin = at_;
  now_.kind = Tok::number;
  if (text_[at_] == '-' || text_[at_] == '+') ++at_;
  if (at(at_) == '0' && at(at_ + 1) == 'x') {
    at_ += 2;
    now_.kind = Tok::floating;
    while (at_ < text_.size() && (hex_digit(text_[at_]) >= 0 || is_name(text_[at_]))) ++at_;
  } else {
    while (is_digit(at(at_))) ++at_;
    if (at(at_) == '.' && at(at_ + 1) != '.') {
      now_.kind = Tok::floating;
      ++at_;
      while (is_digit(at(at_))) ++at_;
      if (at(at_) == 'e' || at(at_) == 'E') {
        ++at_;
        if (at(at_) == '-' || at(at_) == '+') ++at_;
        while (is_digit(at(at_))) ++at_;
      }
    } else {  // a block may have a name like 12abc
      std::size_t end = at_;
      while (end < text_.size() && is_name(text_[end])) ++end;
      if (at(end) == ':') {
        now_.kind = Tok::label;
        now_.text = text_.substr(begin, end - begin);
        at_ = end + 1;
        return;
      }
    }
  }
  now_.text = text_.substr(begin, at_ - begin);
}

void Tokens::read_word() {
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_name(text_[at_])) ++at_;
  now_.text = text_.substr(begin, at_ - begin);
  now_.kind = Tok::word;
  if (at(at_) == ':') {
    now_.kind = Tok::label;
    ++at_;
  } else if (now_.text == "c" && at(at_) == '"') {
    ++at_;
    now_.kind = Tok::bytes;
    now_.text = read_quoted();
  } else if ((now_.text.starts_with("u0x") || now_.text.starts_with("s0x")) && now_.text.size() > 3) {
    now_.kind = Tok::floating;
  }
}

void Tokens::next() {
  skip_blanks();
  now_.offset = at_;
  now_.quoted = false;
  now_.sign = 0;
  now_.text = {};
  if (at_ >= text_.size()) {
    now_.kind = Tok::end;
    return;
  }
  const char c = text_[at_];
  if (c == '%' || c == '@' || (c == '$' && (at(at_ + 1) == '"' || is_name(at(at_ + 1))))) {
    ++at_;
    return read_name(c == '%' ? Tok::local : c == '@' ? Tok::global : Tok::comdat);
  }
  if (c == '!') {
    ++at_;
    if (is_name(at(at_)) || at(at_) == '\\') return read_name(Tok::metadata);
    now_.kind = Tok::bang;
    return;
  }
  if (c == '#') {
    ++at_;
    return read_name(is_digit(at(at_)) ? Tok::attribute : Tok::record);
  }
  if (c == '"') {
    ++at_;
    now_.text = read_quoted();
    now_.kind = Tok::string;
    if (at(at_) == ':') {
      now_.kind = Tok::label;
      now_.quoted = true;
      ++at_;
    }
    return;
  }
  if (is_digit(c) || ((c == '-' || c == '+') && is_digit(at(at_ + 1)))) return read_number();
  if (c == '.' && at(at_ + 1) == '.' && at(at_ + 2) == '.') {
    at_ += 3;
    now_.kind = Tok::dots;
    return;
  }
  if (is_letter(c) || c == '-') return read_word();
  if (std::string_view("=,(){}[]<>*|:").find(c) == std::string_view::npos) {
    fault(fmt::format("'{}' has no meaning in IR", base::printable(text_.substr(at_, 1))));
  }
  now_.kind = Tok::sign;
  now_.sign = c;
  now_.text = text_.substr(at_, 1);
  ++at_;
}

// ---------------------------------------------------------------- asking

bool Tokens::take(char sign) {
  if (!is(sign)) return false;
  next();
  return true;
}

bool Tokens::take(std::string_view word) {
  if (!is(word)) return false;
  next();
  return true;
}

void Tokens::expect(char sign) {
  if (!take(sign)) fault_expected(fmt::format("'{}'", sign));
}

void Tokens::expect(std::string_view word) {
  if (!take(word)) fault_expected(fmt::format("'{}'", word));
}

Token Tokens::expect(Tok kind, std::string_view what) {
  if (!is(kind)) fault_expected(what);
  Token found = now_;
  next();
  return found;
}

std::uint64_t Tokens::expect_number(std::uint64_t most) {
  std::uint64_t value = 0;
  const std::string_view digits = now_.text;
  if (!is(Tok::number)) fault_expected("a number");
  const auto [behind, bad] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (bad != std::errc() || behind != digits.data() + digits.size() || value > most) {
    fault(fmt::format("a number from 0 to {} is expected", most));
  }
  next();
  return value;
}

std::string Tokens::expect_string() {
  if (!is(Tok::string)) fault_expected("a text in quotes");
  std::string value = unescaped(now_.text);
  next();
  return value;
}

void Tokens::skip_balanced() {
  std::size_t depth = 0;
  const std::size_t begin = now_.offset;
  do {
    if (is('(') || is('{') || is('[')) ++depth;
    if (is(')') || is('}') || is(']')) --depth;
    if (is(Tok::end)) fault_at(begin, "the bracket is not closed");
    next();
  } while (depth != 0);
}

std::string_view Tokens::skip_line() {
  const std::size_t end = std::min(text_.find('\n', now_.offset), text_.size());
  const std::string_view rest = text_.substr(now_.offset, end - now_.offset);
  at_ = std::max(at_, end);
  next();
  return rest;
}

void Tokens::skip_definition() {
  std::size_t depth = 0;
  for (at_ = now_.offset; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '\n' && depth == 0) break;
    if (c == '"') at_ = std::min(text_.find('"', at_ + 1), text_.size());
    if (c == ';') at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
    if (c == '(' || c == '{') ++depth;
    if ((c == ')' || c == '}') && depth != 0) --depth;
  }
  next();
}

}  // namespace waymark::llvm
