#include "llvm/compile/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/process.hpp"

namespace waymark::llvm {

namespace {

constexpr std::string_view compiler_names[] = {"clang",    "clang-19", "clang-18", "clang-17",
                                               "clang-16", "clang-15", "clang-14"};
constexpr std::uint64_t most_compiled = 1u << 28;
constexpr std::uint64_t compiler_memory = 8ULL << 30U;
constexpr std::uint64_t compiler_seconds = 120;

// IR as the source says it: with what lives how long, and with nothing removed. What C of long ago was allowed to leave
// out is a warning. `-O1` alone would mean the optimiser too.
constexpr std::string_view own_flags[] = {
    "-S",
    "-emit-llvm",
    "-g",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-fdebug-compilation-dir=.",
    "-U_FORTIFY_SOURCE",
    "-fno-stack-protector",
    "-Qunused-arguments",
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    "-Wno-error",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=return-type",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-library-redeclaration",
    "-Wno-error=return-mismatch",
};

// Flags that are left out with the word behind them, those that are left out, and beginnings of those.
constexpr std::string_view pairs_left_out[] = {
    "-o", "-MF", "-MT", "-MQ", "-Xlinker", "-Xassembler", "-dependency-file"};
constexpr std::string_view left_out[] = {
    "-c", "-S",      "-E",      "-M", "-MM",        "-MD",        "-MMD",        "-MP",       "-MG",          "-pipe",
    "-s", "-shared", "-static", "-v", "-emit-llvm", "--coverage", "-save-temps", "-rdynamic", "-fsyntax-only"};
constexpr std::string_view beginnings_left_out[] = {
    "-O",   "-g",   "-Werror",  "-flto",  "-fsanitize",   "-fprofile", "-fcoverage",    "-l",      "-L",
    "-Wl,", "-Wa,", "-fplugin", "-ftime", "-save-temps=", "-fuse-ld",  "-fdiagnostics", "-fcolor", "-pedantic-errors",
    "-B"};

template <std::size_t size>
bool is_one_of(const std::string_view (&list)[size], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// "Debian clang version 14.0.6" has 14.
int version_number(std::string_view line) {
  static constexpr std::string_view before = "clang version ";
  const std::size_t at = line.find(before);
  if (at == std::string_view::npos) return 0;
  int number = 0;
  line.remove_prefix(at + before.size());
  (void)std::from_chars(line.data(), line.data() + line.size(), number);
  return number;
}

// -std= is of C or of C++; the files of the other language go without it.
bool is_standard_of(std::string_view word, FileKind kind) {
  return (word.find("++") != std::string_view::npos) == (kind == FileKind::cpp);
}

}  // namespace

FileKind file_kind(std::string_view name) {
  if (name.ends_with(".c")) return FileKind::c;
  for (const std::string_view ending : {".cpp", ".cc", ".cxx", ".C"}) {
    if (name.ends_with(ending)) return FileKind::cpp;
  }
  if (name.ends_with(".ll")) return FileKind::ir;
  return name.ends_with(".bc") ? FileKind::bitcode : FileKind::other;
}

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  char quote = 0;
  bool open = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      open = true;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      open = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (open) words.push_back(std::exchange(word, ""));
      open = false;
    } else {
      word += c;
      open = true;
    }
  }
  if (open) words.push_back(word);
  return words;
}

std::vector<std::string> meaning_flags(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (is_one_of(pairs_left_out, word)) {
      ++i;
      continue;
    }
    const auto begins = [&](std::string_view beginning) { return word.starts_with(beginning); };
    const bool gone = is_one_of(left_out, word) ||
                      std::any_of(std::begin(beginnings_left_out), std::end(beginnings_left_out), begins);
    if (!gone) kept.push_back(word);
  }
  return kept;
}

Compiler::Compiler(const std::string& named, const base::Stop* stop) : stop_(stop) {
  if (!named.empty()) {
    if (!try_out(named)) throw base::InputError(fmt::format("{}: error: the compiler cannot be run", named));
  } else {
    const bool found = std::any_of(std::begin(compiler_names), std::end(compiler_names),
                                   [&](std::string_view name) { return try_out(std::string(name)); });
    if (!found) {
      throw base::InputError(
          "waymark: error: C is compiled by clang, and neither clang nor clang-14 to clang-19 can be run; install "
          "clang, or "
          "name one: --compiler PATH");
    }
  }
  if (major_ == 0) {
    throw base::InputError(fmt::format("{}: error: it is no clang: '{}'", program_, version_));
  }
  if (major_ < 14) {
    throw base::InputError(fmt::format("{}: error: clang 14 or later is needed, not '{}'", program_, version_));
  }
}

bool Compiler::try_out(const std::string& program) {
  const base::Ended ended = base::run({.what = "the compiler",
                                       .words = {program, "--version"},
                                       .most_memory = compiler_memory,
                                       .most_output = 1u << 16,
                                       .stop = stop_});
  if (!ended.well()) return false;
  program_ = program;
  version_ = ended.output.substr(0, ended.output.find('\n'));
  major_ = version_number(version_);
  return true;
}

std::string Compiler::without_coroutines(const std::string& file, std::string ir) const {
  if (ir.find("@llvm.coro.") == std::string::npos) return ir;
  base::Ended ended = base::run({.what = "the compiler",
                                 .words = {program_, "-S", "-emit-llvm", "-O0", "-w", "-x", "ir", "-o", "-", "-"},
                                 .input = std::move(ir),
                                 .most_seconds = compiler_seconds,
                                 .most_memory = compiler_memory,
                                 .most_output = most_compiled,
                                 .stop = stop_});
  if (ended.well()) return std::move(ended.output);
  throw base::InputError(fmt::format("{}: error: the compiler {} ended {}, when it was to translate coroutines", file,
                                     program_, ended.how()));
}

Compiled Compiler::compile(const std::string& file, const CompileFlags& flags) const {
  std::vector<std::string> words{program_};
  const FileKind kind = file_kind(file);
  if (kind == FileKind::bitcode) {
    words.insert(words.end(),
                 {"-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-Qunused-arguments", "-x", "ir"});
  } else {
    bool has_standard = false;
    for (const std::string& word : flags.words) {
      const bool standard = word.starts_with("-std=");
      if (standard && !is_standard_of(word, kind)) continue;
      if (word == "-stdlib=libc++") {
        throw base::InputError(
            fmt::format("{}: error: {}: the models are of libstdc++; leave this flag out", file, word));
      }
      has_standard = has_standard || standard;
      words.push_back(word);
    }
    if (kind == FileKind::cpp && !has_standard) words.emplace_back("-std=c++17");
    words.insert(words.end(), std::begin(own_flags), std::end(own_flags));
    if (flags.quiet) words.emplace_back("-w");
    words.insert(words.end(), {"-x", kind == FileKind::cpp ? "c++" : "c"});
  }
  if (!flags.target.empty()) words.push_back("--target=" + flags.target);
  const std::string name = file.starts_with('-') ? "./" + file : file;
  words.insert(words.end(), {"-o", "-", flags.text.empty() ? name : "-"});
  base::Ended ended = base::run({.what = "the compiler",
                                 .words = std::move(words),
                                 .directory = flags.directory,
                                 .input = flags.text,
                                 .most_seconds = compiler_seconds,
                                 .most_memory = compiler_memory,
                                 .most_output = most_compiled,
                                 .stop = stop_});
  if (ended.well()) return {without_coroutines(file, std::move(ended.output)), std::move(ended.complaint)};
  while (ended.complaint.ends_with('\n')) ended.complaint.pop_back();
  if (ended.complaint.empty() || ended.too_long) {
    throw base::InputError(fmt::format("{}: error: the compiler {} ended {}", file, program_, ended.how()));
  }
  throw base::InputError(ended.complaint);
}

}  // namespace waymark::llvm
