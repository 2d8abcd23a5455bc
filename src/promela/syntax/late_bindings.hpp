// LateBindings: what needs the whole text: processes that are run or referred to before they are read, and checks over
// all declarations.
#pragma once

#include "promela/syntax/token_reader.hpp"

namespace waymark::promela {

class LateBindings : private TokenReader {
 public:
  explicit LateBindings(ParserState& state) : TokenReader(state) {}

  void bind_runs();
  void bind_remote_references();
  // REQUIRES: there was no fault so far, of which another could be the consequence.
  void check();

 private:
  void check_message_sizes();
  void check_processes();
};

}  // namespace waymark::promela
