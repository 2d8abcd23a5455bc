// Breakpoints: lines of the source at which a walk halts, each perhaps under a condition.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "report/sources.hpp"

namespace waymark::debug {

struct Breakpoint {
  std::uint32_t id = 0;
  std::string file;  // as it was given
  std::uint32_t line = 0;
  std::string condition;       // an expression of the program; empty: always
  std::filesystem::path path;  // of the file, if it was found
};

class Breakpoints {
 public:
  // The folders are searched for files that the program names without a folder, as Java does.
  explicit Breakpoints(const std::vector<std::string>& folders) : sources_(folders) {}

  // Answers its number.
  std::uint32_t add(const std::string& file, std::uint32_t line, const std::string& condition);
  // All of one file.
  void clear(const std::string& file);
  // False: there is none of that number.
  [[nodiscard]] bool remove(std::uint32_t id);
  [[nodiscard]] const std::vector<Breakpoint>& all() const { return all_; }

  // Those at a place as the program tells it, "file:line".
  [[nodiscard]] std::vector<const Breakpoint*> at(const std::string& location);
  // The file that the program names so; empty if it cannot be found.
  [[nodiscard]] const std::filesystem::path& find(const std::string& file);

 private:
  report::SourceIndex sources_;
  std::map<std::string, std::filesystem::path> found_;  // by the program's name of it
  std::vector<Breakpoint> all_;
  std::uint32_t last_id_ = 0;
};

}  // namespace waymark::debug
