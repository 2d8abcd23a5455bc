// C programs, read by Clang's libraries. They are large and slow to load, so this folder is a module of its own, which
// c/reader loads when a C program is to be read, and finds by the name below. It gets texts and gives back a tree:
// nothing of Clang leaves it.
#pragma once

#include <string>
#include <vector>

#include "c/syntax/tree.hpp"

namespace waymark::c {

struct SourceText {
  std::string path, text;
};

// All files of one program. Throws base::InputError: the first thing that is wrong, with its place.
[[nodiscard]] Program read(const std::vector<SourceText>& files, const std::vector<std::string>& defines);

// The same by the name that the module exports.
using ReadFunction = void(const std::vector<SourceText>& files, const std::vector<std::string>& defines, Program& into);
constexpr const char* read_function = "waymark_read_c";

}  // namespace waymark::c
