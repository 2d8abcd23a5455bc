// The tree of a C program: loads the module that has Clang's libraries, once, and lets it read. A command that
// reads no C never waits for them, and does without them.
#pragma once

#include <string>
#include <vector>

#include "c/clang/read.hpp"
#include "c/syntax/tree.hpp"

namespace waymark::c {

class Reader {
 public:
  // Throws base::InputError, naming `program`, if this build has no such module or its libraries are missing.
  explicit Reader(const std::string& program);

  [[nodiscard]] Program read(const std::vector<SourceText>& files, const std::vector<std::string>& defines) const;

 private:
  ReadFunction* read_;
};

}  // namespace waymark::c
