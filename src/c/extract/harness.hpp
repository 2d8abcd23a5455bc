// Modex's harness files, FILE.prx, as far as they say what a table does: %F the source, %X -a a function that becomes a
// process and %X -i one that is inlined, %L a table (for one function, if it is named), %D and %P lines of Promela; %%
// ends what has several lines. Whatever else there is is refused by its line.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace waymark::c {

struct Harness {
  std::string table;  // each line at its place
  std::vector<std::string> declarations;
  std::vector<std::pair<std::string, std::size_t>> sources;  // with their lines
};

// By its name.
[[nodiscard]] bool is_harness(std::string_view name);
// Throws base::InputError.
[[nodiscard]] Harness read_harness(const std::string& name, std::string_view text);

}  // namespace waymark::c
