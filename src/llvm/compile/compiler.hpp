// The machine's own clang: from C or C++ text, or bitcode, to the text of LLVM IR. Nothing is optimised, so that no
// error is removed. No shell is used and no file is written: the IR comes through a pipe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.hpp"

namespace waymark::llvm {

// What a file is, by its ending.
enum class FileKind : std::uint8_t { other, c, cpp, ir, bitcode };
[[nodiscard]] FileKind file_kind(std::string_view name);
[[nodiscard]] inline bool is_source_text(FileKind kind) { return kind == FileKind::c || kind == FileKind::cpp; }

struct CompileFlags {
  std::vector<std::string> words;  // of the user: -I, -D, -std= and others
  std::string directory;           // in which the compiler runs; empty: where we are
  std::string target;              // a triple; empty: that of the machine
  bool quiet = false;              // no warnings: it is ours
  std::string text{};              // compiled in the place of the file, which says the language
};

// The text of IR, and what the compiler said about it.
struct Compiled {
  std::string ir;
  std::string warnings;
};

class Compiler {
 public:
  // `named` is a program, or empty: the first of clang, clang-19 to clang-14 that can be run. Throws base::InputError
  // if there is none, or it is no clang of version 14 or later.
  explicit Compiler(const std::string& named, const base::Stop* stop = nullptr);

  const std::string& program() const { return program_; }
  // The first line that it prints about itself.
  const std::string& version() const { return version_; }
  int major() const { return major_; }

  // `file` is C, C++ or bitcode. Throws base::InputError with the compiler's own messages, and base::Stopped.
  Compiled compile(const std::string& file, const CompileFlags& flags) const;

 private:
  bool try_out(const std::string& program);
  // Coroutines as plain functions: of a compiler that optimises nothing, the passes that every program needs.
  [[nodiscard]] std::string without_coroutines(const std::string& file, std::string ir) const;

  std::string program_;
  std::string version_;
  int major_ = 0;
  const base::Stop* stop_;
};

// The words of a command line as a shell would take it apart: blanks, quotes and backslashes; nothing is expanded.
[[nodiscard]] std::vector<std::string> split_words(const std::string& text);

// Flags of a build that matter for what a file means: without what names outputs, optimises, or makes errors of
// warnings.
[[nodiscard]] std::vector<std::string> meaning_flags(const std::vector<std::string>& words);

}  // namespace waymark::llvm
