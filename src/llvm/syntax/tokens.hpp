// Textual IR as tokens, one at a time, with the place of each. A fault is thrown as base::InputError with one line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace waymark::llvm {

enum class Tok : std::uint8_t {
  end,
  word,       // a keyword, a type's name
  local,      // %name, text without the sign and the quotes
  global,     // @name
  label,      // name: of a block or a field, text without the colon
  comdat,     // $name
  metadata,   // !name or !12, text without the sign
  bang,       // ! before { or a string
  attribute,  // #12, text without the sign
  record,     // #dbg_declare and its like, text without the sign
  number,     // an integer with an optional sign
  floating,   // 1.5e+00, 0x..., as text
  string,     // "...", raw text between the quotes
  bytes,      // c"...", raw text between the quotes
  dots,       // ...
  sign,       // one of = , ( ) { } [ ] < > * | :
};

struct Token {
  Tok kind = Tok::end;
  bool first_on_line = false;
  bool quoted = false;    // a name in quotes: escapes stand in it
  char sign = 0;          // of Tok::sign
  std::string_view text;  // within the whole text
  std::size_t offset = 0;
};

class Tokens {
 public:
  // `text` must outlive this object.
  Tokens(std::string file, std::string_view text);

  const Token& now() const { return now_; }
  std::string_view text() const { return text_; }
  void next();

  bool is(Tok kind) const { return now_.kind == kind; }
  bool is(char sign) const { return now_.kind == Tok::sign && now_.sign == sign; }
  bool is(std::string_view word) const { return now_.kind == Tok::word && now_.text == word; }
  // Steps over what is asked for, if it is there.
  bool take(char sign);
  bool take(std::string_view word);
  void expect(char sign);
  void expect(std::string_view word);
  Token expect(Tok kind, std::string_view what);
  std::uint64_t expect_number(std::uint64_t most);
  std::string expect_string();

  // Steps over "( ... )", "{ ... }" or "[ ... ]" with all that is within.
  void skip_balanced();
  // Steps over the rest of the line and returns it.
  std::string_view skip_line();
  // Steps over a definition of metadata: to the end of the line on which all brackets are closed.
  void skip_definition();

  [[noreturn]] void fault(std::string_view message) const { fault_at(now_.offset, message); }
  [[noreturn]] void fault_at(std::size_t offset, std::string_view message) const;
  // Faults with what stands there instead of what was expected.
  [[noreturn]] void fault_expected(std::string_view what) const;

 private:
  void skip_blanks();
  void read_name(Tok kind);
  void read_number();
  void read_word();
  std::string_view read_quoted();
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  std::string file_;
  std::string_view text_;
  std::size_t at_ = 0;
  Token now_;
};

// The bytes of a text with \xx escapes.
std::string unescaped(std::string_view raw);

}  // namespace waymark::llvm
