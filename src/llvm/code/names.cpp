#include "llvm/code/names.hpp"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>

namespace waymark::llvm {

namespace {

// Position behind the bracket that closes the one at `at`; `->`, `<<` and their like are no brackets.
std::size_t behind_bracket(std::string_view text, std::size_t at) {
  const char open = text[at];
  const char close = open == '<' ? '>' : ')';
  std::size_t depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '-' && i + 1 < text.size() && text[i + 1] == '>') {
      ++i;
      continue;
    }
    if (text[i] == open) ++depth;
    if (text[i] == close && --depth == 0) return i + 1;
  }
  return text.size();
}

// Where the name of an operator ends that begins at `at`, behind the word `operator`.
std::size_t behind_operator(std::string_view text, std::size_t at) {
  while (at < text.size() && std::string_view("<>=!+-*/%&|^~,[]").find(text[at]) != std::string_view::npos) ++at;
  if (text.substr(at).starts_with("()")) at += 2;
  return at;
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                    std::free);
  return text != nullptr && status == 0 ? std::string(text.get()) : name;
}

std::string short_name(const std::string& name) {
  std::string whole = demangled(name);
  if (!name.starts_with("_Z")) return whole;
  static constexpr std::string_view op = "operator";
  static constexpr std::string_view anonymous = "(anonymous namespace)";
  std::string out;
  const std::string_view text = whole;
  std::size_t i = 0;
  while (i < text.size()) {
    const bool starts_word = i == 0 || text[i - 1] == ':' || text[i - 1] == ' ';
    if (starts_word && text.substr(i).starts_with(op)) {
      const std::size_t end = behind_operator(text, i + op.size());
      out += text.substr(i, end - i);
      i = end;
    } else if (text.substr(i).starts_with(anonymous)) {
      out += anonymous;
      i += anonymous.size();
    } else if (text[i] == '<') {
      out += "<...>";
      i = behind_bracket(text, i);
    } else if (text[i] == '[') {  // [abi:cxx11], [clone]
      i = std::min(text.find(']', i), text.size() - 1) + 1;
    } else if (text[i] == '(') {
      i = behind_bracket(text, i);
      // What follows is a qualifier, or a name within this function.
      if (text.substr(i).starts_with(" const")) i += 6;
      if (!text.substr(i).starts_with("::")) break;
    } else if (text[i] == ' ') {  // before it stands the type of a result
      out.clear();
      ++i;
    } else {
      out += text[i++];
    }
  }
  return out.empty() ? whole : out;
}

std::string type_of_info(const std::string& name) {
  static constexpr std::string_view prefix = "typeinfo for ";
  std::string text = demangled(name);
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

bool is_system_file(std::string_view name) {
  const std::string normal = std::filesystem::path(name).lexically_normal().string();
  const std::string_view file = normal;
  return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/") ||
         file.find("/include/c++/") != std::string_view::npos || file.starts_with("/usr/local/include/");
}

bool is_testing_file(std::string_view name) {
  const std::string file = std::filesystem::path(name).lexically_normal().string();
  constexpr std::array<std::string_view, 3> folders{"gtest", "catch2", "waymark"};
  return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
    return file.find(fmt::format("/include/c++/{}/", folder)) != std::string::npos;
  });
}

}  // namespace waymark::llvm
