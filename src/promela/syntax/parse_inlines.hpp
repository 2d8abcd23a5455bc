// InlineParser: definitions of inlines, and their calls, which the body replaces.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "promela/syntax/token_reader.hpp"

namespace waymark::promela {

class InlineParser : private TokenReader {
 public:
  explicit InlineParser(ParserState& state) : TokenReader(state) {}

  void definition();
  bool at_call();
  // Reads the arguments of the call at hand and puts the body in their place. Its `return e` assigns to the variable of
  // these tokens, if there are any.
  void call(std::vector<Token> target = {});
  // `return e` in an inline that was called as `x = f(..)`: an assignment, no jump. What comes next is `x = e`.
  void return_();

 private:
  std::vector<std::vector<Token>> arguments();

  std::deque<Inline> inlines_;
  std::map<std::uint32_t, std::vector<Token>> return_targets_;  // by expansion
};

}  // namespace waymark::promela
