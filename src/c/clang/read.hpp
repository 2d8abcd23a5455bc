// From C files to a Program, by Clang's parser inside this process. The headers of the standard library that a model
// can have a meaning for are our own (headers.hpp), so that what is read does not depend on the machine.
#pragma once

#include <string>
#include <vector>

#include "c/syntax/tree.hpp"

namespace waymark::c {

// Whether this build has a parser of C.
[[nodiscard]] bool can_read();

// Throws base::InputError: whatever is wrong with the C, with its file and line; or how to get a build that reads C.
[[nodiscard]] Program read(const std::vector<std::string>& files, const std::vector<std::string>& defines);

}  // namespace waymark::c
