// From text to tokens, all at once. Faults go to Diagnostics and are stepped over.
#pragma once

#include <vector>

#include "base/diagnostics.hpp"
#include "base/source.hpp"
#include "promela/syntax/token.hpp"

namespace waymark::promela {

enum class LexMode : std::uint8_t {
  model,    // formulas stand in `ltl name { .. }` only
  formula,  // all of the text is one formula
};

// The last token is Tok::end.
std::vector<Token> tokenize(const base::Source& source, base::Diagnostics& diagnostics, LexMode mode);

}  // namespace waymark::promela
