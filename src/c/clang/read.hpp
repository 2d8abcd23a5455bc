// C programs, read by Clang's libraries: texts go in, and a tree comes out. Nothing of Clang leaves this folder.
#pragma once

#include <string>
#include <vector>

#include "c/syntax/source_text.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

// All files of one program. Throws base::InputError: the first thing that is wrong, with its place.
[[nodiscard]] Program read(const std::vector<SourceText>& files, const std::vector<std::string>& defines);

}  // namespace waymark::c
