// Reads a model and runs the C preprocessor over it, as Spin does. A text without directives and definitions is taken
// as it is, so that plain models work where no compiler is installed.
#pragma once

#include <string>
#include <vector>

#include "base/stop.hpp"

namespace waymark::promela {

struct Definitions {
  std::vector<std::string> defines{};    // NAME or NAME=VALUE
  std::vector<std::string> undefines{};  // NAME
  const base::Stop* stop = nullptr;      // ends the preprocessor early; a macro can grow without end
};

// The text of the file, preprocessed, with line markers. Throws base::InputError, or base::Stopped.
std::string preprocess(const std::string& path, const Definitions& definitions);

}  // namespace waymark::promela
