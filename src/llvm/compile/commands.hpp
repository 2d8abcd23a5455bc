// compile_commands.json, as build systems write it: which files a program has, and how each is compiled.
#pragma once

#include <string>
#include <vector>

namespace waymark::llvm {

struct CompileCommand {
  std::string file;                // as it stands there
  std::string path;                // the same, absolute
  std::string directory;           // in which the compiler runs
  std::vector<std::string> flags;  // that matter for its meaning
};

// Throws base::InputError if the file is no such list.
[[nodiscard]] std::vector<CompileCommand> read_commands(const std::string& file);

}  // namespace waymark::llvm
