#include "llvm/compile/library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "base/installed.hpp"
#include "llvm/compile/compiler.hpp"

namespace waymark::llvm {

namespace {

constexpr std::string_view library_mark = "llvm-library/machine.h";
constexpr std::uint64_t most_model_bytes = 1u << 22;

std::string installed_folder() {
  const std::string file = base::installed_file(library_mark);
  if (file.empty()) {
    throw base::InputError(
        "waymark: error: the models of the library are not beside this program; install or build again (llvm-library)");
  }
  return std::filesystem::path(file).parent_path().string();
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The name that a line defines: a function begins at the line's start, and its name stands before the first bracket
// that follows a name directly.
std::string_view defined_by(std::string_view line) {
  if (line.empty() || !is_name_character(line.front()) || line.back() == ';') return {};
  for (const std::string_view other : {"static ", "typedef ", "extern ", "struct waymark", "enum "}) {
    if (line.starts_with(other)) return {};
  }
  for (std::size_t bracket = line.find('('); bracket != std::string_view::npos; bracket = line.find('(', bracket + 1)) {
    std::size_t begin = bracket;
    while (begin > 0 && is_name_character(line[begin - 1])) --begin;
    if (begin != bracket) return line.substr(begin, bracket - begin);
  }
  return {};
}

}  // namespace

ModelLibrary::ModelLibrary() : ModelLibrary(installed_folder()) {}

ModelLibrary::ModelLibrary(const std::string& folder) : folder_(folder) {
  std::vector<std::string> files;
  std::error_code bad;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, bad)) {
    if (is_source_text(file_kind(entry.path().string()))) files.push_back(entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) read(file);
  if (index_.empty()) throw base::InputError(fmt::format("{}: error: no models of the library are there", folder_));
}

void ModelLibrary::read(const std::string& file) {
  static constexpr std::string_view also = "Provides also: ";
  static constexpr std::string_view instead = "Provides instead: ";
  static constexpr std::string_view needs = "   Needs: ";
  static constexpr std::string_view alone = "Compiled alone";
  const std::string text = base::read_file(folder_ + "/" + file, most_model_bytes);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::string_view name = file_kind(file) == FileKind::c ? defined_by(line) : std::string_view();
    if (!name.empty()) index_.emplace(name, file);
    if (const std::size_t at = line.find(instead); at != std::string_view::npos) {
      const std::vector<std::string> words = split_words(std::string(line.substr(at + instead.size())));
      if (!words.empty()) {
        index_.emplace(words[0], file);
        replaced_.insert(words[0]);
      }
    }
    if (line.starts_with(needs)) needs_[file] = split_words(std::string(line.substr(needs.size())));
    if (line.find(alone) != std::string_view::npos) alone_.insert(file);
    if (const std::size_t at = line.find(also); at != std::string_view::npos) {
      for (const std::string& one : split_words(std::string(line.substr(at + also.size())))) {
        if (is_name_character(one.front())) index_.emplace(one, file);
      }
    }
  }
}

std::vector<std::vector<std::string>> ModelLibrary::together(std::set<std::string> files,
                                                             const std::set<std::string>& taken) const {
  std::vector<std::string> open(files.begin(), files.end());
  while (!open.empty()) {
    const auto found = needs_.find(open.back());
    open.pop_back();
    if (found == needs_.end()) continue;
    for (const std::string& file : found->second) {
      if (!taken.contains(file) && files.insert(file).second) open.push_back(file);
    }
  }
  std::vector<std::vector<std::string>> made(1);
  for (const std::string& file : files) {
    if (file_kind(file) == FileKind::cpp && !alone_.contains(file)) {
      made.front().push_back(file);
    } else {
      made.push_back({file});
    }
  }
  if (made.front().empty()) made.erase(made.begin());
  return made;
}

std::string ModelLibrary::file_of(std::string_view name) const {
  const auto found = index_.find(name);
  return found == index_.end() ? "" : found->second;
}

}  // namespace waymark::llvm
