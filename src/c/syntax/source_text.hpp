// A text of a C program, and what it is called.
#pragma once

#include <string>

namespace waymark::c {

struct SourceText {
  std::string path, text;
};

}  // namespace waymark::c
