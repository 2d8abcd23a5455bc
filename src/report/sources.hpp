// The text of the files that a result names, as far as it can be found. A result may name any file, and a page is made
// to be passed on: only what looks like a program's text, by its ending, is ever read.
#pragma once

#include <map>
#include <set>
#include <string>

#include "report/page.hpp"

namespace waymark::report {

// Text by name, as the result has it.
[[nodiscard]] std::map<std::string, std::string> read_sources(const std::set<std::string>& names,
                                                              const SourceRoots& roots);

}  // namespace waymark::report
