// The report to be looked at: one page that needs nothing but itself. It is made of a result's JSON, so it can be made
// afterwards as well, and of the program's text as far as that can be found.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/embedded.hpp"
#include "report/report.hpp"

namespace waymark::report {

// Where the files are that a result names.
struct SourceRoots {
  std::vector<std::filesystem::path> folders;  // and what they contain, for names without a folder, as Java has them
  bool below_only = false;                     // nothing but what lies below: the writer of the result is a stranger
};

struct PageParts {
  std::string_view version;  // of the tool
  SourceRoots roots;
  const Timeline* course = nullptr;
  const StateGraph* graph = nullptr;
  std::string_view frame = page_template;  // what the data go into
};

// A result with the steps of another one, which tells a trail of it; nothing if they tell different violations.
[[nodiscard]] std::optional<std::string> with_trail(std::string_view result_json, std::string_view trail_json);
// Nothing if the text is no result.
[[nodiscard]] std::optional<std::string> page(std::string_view result_json, const PageParts& parts);

}  // namespace waymark::report
