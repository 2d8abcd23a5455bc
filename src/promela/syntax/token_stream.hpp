// The tokens in the order the parser reads them: inline calls are replaced by the inline's body with its parameters
// substituted, and the semicolons that Promela lets one leave out at line ends are put back, by Spin's rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "promela/syntax/token.hpp"

namespace waymark::promela {

// inline name(parameters) { body }
struct Inline {
  std::string name;
  base::Position at;
  std::vector<std::string> parameters;
  std::vector<Token> body;  // braces included
};

class TokenStream {
 public:
  // `tokens` ends with Tok::end. Source and Diagnostics must outlive the stream.
  TokenStream(const base::Source& source, base::Diagnostics& diagnostics, std::vector<Token> tokens);

  // Begins anew with other tokens of the same source.
  void restart(std::vector<Token> tokens);

  [[nodiscard]] const Token& peek(std::size_t ahead = 0);
  Token next();
  [[nodiscard]] std::string_view text(const Token& token) const {
    return source_.text().substr(token.begin, token.length);
  }

  // REQUIRES: the last one does not stand before the first.
  [[nodiscard]] std::string_view text_between(const Token& first, const Token& last) const {
    return source_.text().substr(first.begin, last.begin + last.length - first.begin);
  }

  // Inside a body or a typedef, a line end may stand for a semicolon.
  void set_in_sequence(bool in_sequence) { in_sequence_ = in_sequence; }
  // After a syntax error the parentheses that were open are given up.
  void forget_parentheses() { parentheses_ = 0; }

  // Puts tokens in front of what comes; they take the position of `use`.
  void insert(const std::vector<Token>& tokens, const Token& use);
  // Replaces a call that was just read by the body. Each argument is a list of tokens. `definition` stays where it is.
  // Returns the number that the tokens of this expansion carry.
  std::uint32_t expand(const Inline& definition, std::size_t definition_number,
                       std::vector<std::vector<Token>> arguments, const Token& call);
  // False when the definition is being expanded right now: a call of it would never end.
  [[nodiscard]] bool may_expand(const Inline& definition) const;
  [[nodiscard]] std::size_t expansion_depth() const { return sources_.size(); }
  // Number of the definition whose body is being read, counted from 1; 0 outside.
  [[nodiscard]] std::size_t current_inline() const;

  // The tokens of a body, from the brace that comes next to its partner, without expansion. Empty when there is none.
  std::vector<Token> take_braced();

  // Reports at a token; if it came out of an inline, says from which call.
  void error(const Token& token, std::string_view message);

 private:
  struct TokenSource {
    const Inline* definition = nullptr;  // null: arguments or inserted tokens, which are not substituted again
    std::size_t number = 0;
    std::vector<std::vector<Token>> arguments;
    std::vector<Token> own;  // when there is no definition
    std::size_t at = 0;
    std::uint32_t expansion = 0;

    [[nodiscard]] const std::vector<Token>& tokens() const { return definition != nullptr ? definition->body : own; }
  };
  struct Expansion {
    std::string_view name;
    base::Position call;
    std::uint32_t outer;
  };

  Token raw();
  Token separated();
  [[nodiscard]] bool line_end_separates(const Token& token) const;

  const base::Source& source_;
  base::Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<TokenSource> sources_;
  std::vector<Expansion> expansions_{{}};  // number 0 is none
  std::vector<Token> ahead_;               // peeked, not yet taken
  Token held_;                             // read, but a semicolon goes first
  bool holding_ = false;
  Tok last_ = Tok::end;
  bool in_sequence_ = false;
  int parentheses_ = 0;
  std::size_t delivered_ = 0;
};

}  // namespace waymark::promela
