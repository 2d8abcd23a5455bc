#include "load/shown.hpp"

#include <algorithm>
#include <string_view>

#include "base/escaped.hpp"

namespace waymark::load {

namespace {

constexpr std::string_view shown_text = "; shown ";

}  // namespace

void show(Program& program, std::vector<std::string> expressions) {
  std::sort(expressions.begin(), expressions.end());
  expressions.erase(std::unique(expressions.begin(), expressions.end()), expressions.end());
  if (expressions.empty()) return;
  ModelFactory make = program.front_end->showing(expressions);
  if (!make) return;
  program.make = std::move(make);
  for (const std::string& one : expressions) {
    program.options_text += shown_text;
    program.options_text += base::escaped(one, ";");
  }
  program.options_digest = digest(program.options_text);
  program.shown = std::move(expressions);
}

bool show_as(Program& program, const std::string& options_text, std::string& why) {
  if (!options_text.starts_with(program.options_text)) return true;  // something else will object
  std::string_view rest = std::string_view(options_text).substr(program.options_text.size());
  std::vector<std::string> expressions;
  while (rest.starts_with(shown_text)) {
    rest.remove_prefix(shown_text.size());
    const std::string_view item = rest.substr(0, rest.find(';'));
    std::optional<std::string> expression = base::unescaped(item);
    if (!expression) {
      why = "what they show is not understood";
      return false;
    }
    expressions.push_back(std::move(*expression));
    rest.remove_prefix(item.size());
  }
  try {
    show(program, std::move(expressions));
  } catch (const base::InputError& error) {
    why = fault_of_options(error);
    return false;
  }
  return true;
}

std::optional<std::string> unshown(const Program& program, const std::vector<std::string>& expressions) {
  for (const std::string& one : expressions) {
    const bool is_shown = std::find(program.shown.begin(), program.shown.end(), one) != program.shown.end();
    if (!is_shown && program.front_end->showing({one})) return one;
  }
  return std::nullopt;
}

}  // namespace waymark::load
