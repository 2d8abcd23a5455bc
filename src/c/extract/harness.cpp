#include "c/extract/harness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <sstream>

#include "base/diagnostics.hpp"

namespace waymark::c {

namespace {

class HarnessReader {
 public:
  explicit HarnessReader(const std::string& name) : name_(name) {}

  void read(const std::string& line) {
    ++number_;
    std::string entry;
    if (line.starts_with("%%")) {
      part_ = Part::none;
    } else if (line.starts_with("%")) {
      entry = command(line);
    } else if (part_ == Part::table) {
      entry = line;
    } else if (part_ == Part::promela) {
      made_.declarations.push_back(line);
    } else if (line.find_first_not_of(" \t\r") != std::string::npos && !line.starts_with("//")) {
      refuse("a command is expected: %F, %X, %L, %D, %P, or %%");
    }
    made_.table += entry + "\n";
  }
  [[nodiscard]] Harness take() { return std::move(made_); }

 private:
  enum class Part : std::uint8_t { none, table, promela };

  [[noreturn]] void refuse(const std::string& why) const {
    throw base::InputError(fmt::format("{}:{}: error: {}", name_, number_, why));
  }

  // What stands for it in a table.
  std::string command(const std::string& line) {
    std::istringstream words(line.substr(2));
    const char which = line.size() > 1 ? line[1] : ' ';
    part_ = Part::none;
    std::string word;
    if (which == 'F') {
      while (words >> word) made_.sources.emplace_back(word, number_);
      return "";
    }
    if (which == 'X') return extracted(words);
    if (which == 'L') {
      part_ = Part::table;
      return words >> word ? "Function " + word : "Function";
    }
    if (which == 'D' || which == 'P') {
      part_ = Part::promela;
      return "";
    }
    refuse(fmt::format("%{} is not understood; %F, %X, %L, %D, %P and %% are", which));
  }

  std::string extracted(std::istringstream& words) const {
    std::string how, name, more;
    words >> how >> name;
    const bool known = how == "-a" || how == "-i";
    if (!known || name.empty() || words >> more) {
      refuse("%X -a FUNCTION makes a process of it, %X -i FUNCTION inlines it; nothing else of %X is understood");
    }
    return how == "-a" ? "Process " + name : "";
  }

  std::string name_;
  std::size_t number_ = 0;
  Part part_ = Part::none;
  Harness made_;
};

}  // namespace

bool is_harness(std::string_view name) { return name.ends_with(".prx"); }

Harness read_harness(const std::string& name, std::string_view text) {
  HarnessReader reader(name);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.read(std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.take();
}

}  // namespace waymark::c
