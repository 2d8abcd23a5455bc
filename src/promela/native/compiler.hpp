// The C compiler that is installed, and how it is run: without a shell, with nothing to read and nobody to tell, for a
// limited time. None, one that fails and one that does not end are all the same: there is no module.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace waymark::promela {

struct NativeCompiler {
  std::vector<std::string> words;  // the program, as a path, and what comes before its other arguments
  std::string identity;            // another one, if it is another program
};

// The one that is asked for, as words with spaces between; if that is empty, the environment's CC; else the first of
// cc, gcc and clang on the path.
[[nodiscard]] std::optional<NativeCompiler> find_native_compiler(const std::string& asked);

// What is handed to it besides the files.
[[nodiscard]] const std::vector<std::string>& native_flags();

// Makes a module of a text; false if there is none. What is asked now and then, `given_up`, ends it early.
[[nodiscard]] bool compile_native(const NativeCompiler& compiler, const std::string& text_path,
                                  const std::string& module_path, std::chrono::milliseconds limit,
                                  const std::function<bool()>& given_up);

}  // namespace waymark::promela
