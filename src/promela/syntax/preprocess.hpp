// Reads a model and runs the C preprocessor over it, as Spin does. A text without directives and definitions is taken
// as it is, so that plain models work where no compiler is installed.
#pragma once

#include <string>
#include <vector>

namespace waymark::promela {

struct Definitions {
  std::vector<std::string> defines{};    // NAME or NAME=VALUE
  std::vector<std::string> undefines{};  // NAME
};

// The text of the file, preprocessed, with line markers. Throws base::InputError.
std::string preprocess(const std::string& path, const Definitions& definitions);

}  // namespace waymark::promela
