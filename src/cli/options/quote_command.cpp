#include "cli/options/quote_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/utf8.hpp"
#include "cli/options/groups.hpp"

namespace waymark::cli {

namespace {

bool is_plain(char c) {
  constexpr std::string_view others = "_@%+=:,./-";
  const auto letter = static_cast<unsigned char>(c | 0x20);
  return (letter >= 'a' && letter <= 'z') || (c >= '0' && c <= '9') || others.find(c) != std::string_view::npos;
}

// Words separated by blanks: the options whose values differ from those of `usual`, the same groups with defaults.
// Positional ones come first, or behind "--" if one could be taken for an option. Words behind "--" are the last.
std::string spelled(const std::vector<Group>& groups, const std::vector<Group>& usual) {
  std::vector<std::string> first;
  std::vector<std::string> rest;
  std::vector<std::string> last;
  bool like_options = false;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    for (std::size_t i = 0; i < groups[g].options.size(); ++i) {
      const Option& option = groups[g].options[i];
      const Option& untouched = usual[g].options[i];
      const std::vector<std::string> values = option.values();
      if (values == untouched.values()) continue;
      for (const std::string& value : values) {
        if (option.behind) {
          last.push_back(shell_word(value));
          continue;
        }
        if (option.positional()) {
          like_options = like_options || value.starts_with('-');
          first.push_back(shell_word(value));
          continue;
        }
        const std::string first_name = option.names.substr(0, option.names.find(','));
        const bool joined = first_name.size() > 2 && first_name[1] != '-';  // as -std=c11
        const std::string name = joined ? option.name() : first_name;
        if (option.tuning) {
          rest.push_back(option.written(value));
        } else if (option.flag()) {
          rest.push_back(name);
        } else if (value.starts_with('-')) {
          rest.push_back(option.name() + "=" + shell_word(value));
        } else {
          rest.push_back(name + " " + shell_word(value));
        }
      }
    }
  }
  if (like_options) {
    rest.emplace_back("--");
    std::swap(first, rest);
  } else if (!last.empty()) {
    rest.emplace_back("--");
  }
  first.insert(first.end(), rest.begin(), rest.end());
  first.insert(first.end(), last.begin(), last.end());
  return fmt::format("{}", fmt::join(first, " "));
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  if (base::printable(text) == text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
    return out + "'";
  }
  std::string out = "$'";  // so bash and zsh read control characters
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\'' || c == '\\') {
      out += fmt::format("\\{}", c);
    } else {
      out += byte < 0x20 || byte >= 0x7F ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
  }
  return out + "'";
}

std::string spelled(const load::Source& source) {
  load::Source copy = source;
  load::Source usual;
  return spelled(program_groups(copy), program_groups(usual));
}

std::string spelled_states(const check::Properties& properties) {
  check::Properties copy = properties;
  check::Properties usual;
  load::Source unused;
  if (copy.selected) std::erase_if(*copy.selected, check::about_cycles);
  return spelled({properties_group(copy, unused)}, {properties_group(usual, unused)});
}

namespace {

std::vector<std::string>& words() {
  static std::vector<std::string> all;
  return all;
}

}  // namespace

void remember_command(int argc, const char* const* argv) { words().assign(argv, argv + argc); }

std::string typed(std::string_view more, std::string_view without) {
  std::string text = "waymark";
  bool options = true;  // until "--"
  for (std::size_t i = 1; i < words().size(); ++i) {
    const std::string& word = words()[i];
    options = options && word != "--";
    if (options && !without.empty() && word == without) {
      ++i;  // its value
    } else if (!options || without.empty() || !word.starts_with(fmt::format("{}=", without))) {
      // More words are options, too, and stand before what is none.
      if (word == "--" && !more.empty()) text += fmt::format(" {}", std::exchange(more, ""));
      text += " " + shell_word(word);
    }
  }
  return more.empty() ? text : fmt::format("{} {}", text, more);
}

std::string typed_of_model(const load::Source& source) {
  const std::string model = std::filesystem::path(source.program).replace_extension(".pml").string();
  load::Source text;  // what 'waymark extract' takes of it
  text.program = source.program;
  text.arguments = source.arguments;
  text.defines = source.defines;
  text.spurious = source.spurious;
  text.judged.overflow = source.judged.overflow;
  text.c.inputs = source.c.inputs;
  text.c.ranges = source.c.ranges;
  constexpr std::array<std::string_view, 4> with_values{"-D", "--define", "--inputs", "--range"};
  constexpr std::array<std::string_view, 2> flags{"--spurious", "--overflow"};
  const auto is_one = [](const auto& names, std::string_view word) {
    return std::find(names.begin(), names.end(), word) != names.end();
  };
  std::string command = "waymark";
  for (std::size_t i = 1; i < words().size(); ++i) {
    const std::string& word = words()[i];
    const std::string_view name = std::string_view(word).substr(0, word.find('='));
    if (is_one(with_values, word)) {
      ++i;  // its value
    } else if (word == source.program) {
      command += " " + shell_word(model);
    } else if (!is_one(with_values, name) && !is_one(flags, word) && !word.starts_with("-D") &&
               !is_one(source.arguments, word)) {
      command += " " + shell_word(word);
    }
  }
  return fmt::format("waymark extract {} -o {} && {}", spelled(text), shell_word(model), command);
}

}  // namespace waymark::cli
