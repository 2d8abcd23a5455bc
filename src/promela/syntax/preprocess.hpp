// Reads a model and runs the C preprocessor over it, as Spin does. A text without directives and definitions is taken
// as it is, so that plain models work where no compiler is installed.
#pragma once

#include <string>

#include "promela/syntax/parse.hpp"

namespace waymark::promela {

// The text of the file, preprocessed, with line markers. Throws base::InputError.
std::string preprocess(const std::string& path, const ParseOptions& options);

}  // namespace waymark::promela
