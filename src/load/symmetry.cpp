#include "load/symmetry.hpp"

#include <memory>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/escaped.hpp"

namespace waymark::load {

namespace {

// Which state stands for others is part of what a script is about: another choice gets another number.
constexpr std::string_view symmetry_text = "symmetry 1";
constexpr std::string_view unchanged_text = "; unchanged ";

std::string prefix(const Program& program) {
  return program.options_text + (program.options_text.empty() ? "" : "; ") + std::string(symmetry_text);
}

}  // namespace

std::string use_symmetry(Program& program, const std::vector<std::string>& unchanged) {
  auto exchanges = std::make_shared<Exchanges>(program.front_end->exchanges(unchanged));
  if (!exchanges->why.empty()) return exchanges->why;
  std::string text = prefix(program);
  for (const std::string& expression : unchanged) {
    text += unchanged_text;
    text += base::escaped(expression, ";");
  }
  program.options_text = std::move(text);
  program.options_digest = digest(program.options_text);
  program.view += " up to symmetry";
  program.rests_on.emplace_back("symmetry");
  program.make = exchanges->make;
  program.symmetry = std::move(exchanges);
  return "";
}

bool use_symmetry_as(Program& program, std::string_view options_text, std::string& why) {
  const std::string before = prefix(program);
  if (!options_text.starts_with(before)) return false;
  std::string_view rest = options_text.substr(before.size());
  std::vector<std::string> unchanged;
  while (rest.starts_with(unchanged_text)) {
    rest.remove_prefix(unchanged_text.size());
    const std::string_view item = rest.substr(0, rest.find(';'));
    const std::optional<std::string> expression = base::unescaped(item);
    if (!expression) {
      why = "what symmetry leaves unchanged is not understood";
      return true;
    }
    unchanged.push_back(*expression);
    rest.remove_prefix(item.size());
  }
  try {
    why = use_symmetry(program, unchanged);
  } catch (const base::InputError& error) {
    why = fault_of_options(error);
  }
  return true;
}

}  // namespace waymark::load
