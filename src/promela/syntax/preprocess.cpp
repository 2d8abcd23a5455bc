#include "promela/syntax/preprocess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "base/source.hpp"
#include "promela/syntax/limits.hpp"

namespace waymark::promela {

namespace {

// The preprocessor reads the file once more: a pipe would be empty then, and waited for.
std::string read_model(const std::string& path) {
  base::refuse_stream(path);
  std::string text = base::read_file(path, limits::text_bytes);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors begin files with it
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

// Directives, and lines that go on in the next one.
bool needs_preprocessor(std::string_view text) {
  bool line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#' && line_start) return true;
    if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '\n' || text[i + 1] == '\r')) return true;
    if (c == '\n')
      line_start = true;
    else if (c != ' ' && c != '\t')
      line_start = false;
  }
  return false;
}

void check_definition(const std::string& definition, std::string_view option) {
  const auto name = std::string_view(definition).substr(0, definition.find('='));
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), fits) || (name.front() >= '0' && name.front() <= '9')) {
    throw base::InputError(fmt::format("{} '{}': expected NAME or NAME=VALUE", option, definition));
  }
}

// gcc says `file:line:column: error: message` and draws its own excerpt; ours is drawn from the file itself.
[[noreturn]] void report(const std::string& path, const std::string& original, const base::Ended& result) {
  const base::Source source(path, original);
  base::Diagnostics diagnostics(source);
  std::string_view rest = result.complaint;
  while (!rest.empty()) {
    const auto line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    for (const std::string_view kind : {": fatal error: ", ": error: "}) {
      const auto at = line.find(kind);
      if (at == std::string_view::npos) continue;
      const auto message = line.substr(at + kind.size());
      auto place = line.substr(0, at);
      const auto take_number = [&] {
        const auto colon = place.rfind(':');
        if (colon == std::string_view::npos) return 0U;
        std::uint32_t value = 0;
        for (const char c : place.substr(colon + 1)) {
          if (c < '0' || c > '9' || value > 100'000'000) return 0U;
          value = value * 10 + static_cast<std::uint32_t>(c - '0');
        }
        place = place.substr(0, colon);
        return value;
      };
      auto column = take_number();
      auto number = take_number();
      if (number == 0) number = std::exchange(column, 1U);  // some messages have no column
      if (place == path && number != 0 && column != 0)
        diagnostics.error({0, number, column}, message);
      else
        diagnostics.error({}, fmt::format("{} ({})", message, line.substr(0, at)));
      break;
    }
  }
  diagnostics.throw_if_any();
  const auto first = result.complaint.substr(0, result.complaint.find('\n'));
  throw base::InputError(
      fmt::format("{}: error: the C preprocessor failed{}{}", path, first.empty() ? "" : ": ", first));
}

}  // namespace

std::string preprocess(const std::string& path, const Definitions& definitions) {
  auto original = read_model(path);
  for (const auto& definition : definitions.defines) check_definition(definition, "--define");
  for (const auto& name : definitions.undefines) check_definition(name, "--undefine");
  if (definitions.defines.empty() && definitions.undefines.empty() && !needs_preprocessor(original)) return original;

  std::vector<std::string> arguments{
      "-std=gnu99", "-E", "-x", "c", "-w", "-fno-diagnostics-show-caret", "-fdiagnostics-color=never"};
  for (const auto& definition : definitions.defines) arguments.push_back("-D" + definition);
  for (const auto& name : definitions.undefines) arguments.push_back("-U" + name);
  arguments.push_back(path.starts_with('-') ? "./" + path : path);
  for (const std::string program : {"gcc", "cc", "clang"}) {
    auto words = arguments;
    words.insert(words.begin(), program);
    auto result = base::run({.what = "the C preprocessor",
                             .words = std::move(words),
                             .most_output = limits::text_bytes,
                             .stop = definitions.stop});
    if (result.not_found()) continue;
    if (result.too_long) {
      throw base::InputError(
          fmt::format("{}: error: is larger than {} bytes after preprocessing", path, limits::text_bytes));
    }
    if (!result.well()) report(path, original, result);
    return std::move(result.output);
  }
  throw base::InputError(
      fmt::format("{}: error: {} the C preprocessor, but neither gcc, cc nor clang can be run; install one of them",
                  path, definitions.defines.empty() && definitions.undefines.empty() ? "needs" : "--define needs"));
}

}  // namespace waymark::promela
