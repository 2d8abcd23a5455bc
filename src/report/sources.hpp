// The text of the files that a result names, as far as it can be found. A result may name any file, and a page is made
// to be passed on: only what looks like a program's text, by its ending, is ever read.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "report/page.hpp"

namespace waymark::report {

// Finds the files that a result names.
class SourceIndex {
 public:
  explicit SourceIndex(SourceRoots roots) : roots_(std::move(roots)) {}
  explicit SourceIndex(const std::vector<std::string>& folders);

  // The file itself, or the first of that name below the folders; empty if there is none, or if it is no program text.
  [[nodiscard]] std::filesystem::path find(const std::string& name);

 private:
  SourceRoots roots_;
  std::optional<std::map<std::string, std::filesystem::path>> below_;  // by their names alone, once that was needed
};

// The repository in which we are: the nearest folder up from here that has one; else where we are.
[[nodiscard]] std::filesystem::path repository();

// Text by name, as the result has it.
[[nodiscard]] std::map<std::string, std::string> read_sources(const std::set<std::string>& names,
                                                              const SourceRoots& roots);

}  // namespace waymark::report
