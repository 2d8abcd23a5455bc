#include "report/sources.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/files.hpp"

namespace waymark::report {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_of_one = 2 << 20;
constexpr std::uint64_t most_of_all = 8 << 20;
constexpr std::size_t most_looked_at = 20'000;
constexpr int deepest_folder = 8;

bool looks_like_text(const fs::path& path) {
  constexpr std::array<std::string_view, 16> endings = {".pml", ".prom", ".promela", ".prm",  ".spin", ".h",
                                                        ".inc", ".c",    ".cpp",     ".cc",   ".cxx",  ".C",
                                                        ".hpp", ".hh",   ".java",    ".graph"};
  return std::find(endings.begin(), endings.end(), path.extension().string()) != endings.end();
}

bool lies_below(const fs::path& path, const SourceRoots& roots) {
  std::error_code fault;
  const fs::path real = fs::canonical(path, fault);
  if (fault) return false;
  return std::any_of(roots.folders.begin(), roots.folders.end(), [&](const fs::path& folder) {
    std::error_code other;
    const fs::path top = fs::canonical(folder, other);
    return !other && std::mismatch(top.begin(), top.end(), real.begin(), real.end()).first == top.end();
  });
}

// Files below the roots by their name alone; the first of a name counts.
std::map<std::string, fs::path> files_below(const SourceRoots& roots) {
  std::map<std::string, fs::path> found;
  std::size_t looked_at = 0;
  for (const fs::path& folder : roots.folders) {
    std::error_code fault;
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, fault);
    for (; !fault && at != fs::recursive_directory_iterator() && looked_at < most_looked_at; at.increment(fault)) {
      ++looked_at;
      const fs::path& path = at->path();
      const bool hidden = path.filename().string().starts_with('.');
      if (hidden || at.depth() >= deepest_folder) at.disable_recursion_pending();
      if (!hidden && looks_like_text(path)) found.try_emplace(path.filename().string(), path);
    }
  }
  return found;
}

}  // namespace

SourceIndex::SourceIndex(const std::vector<std::string>& folders) {
  roots_.folders.assign(folders.begin(), folders.end());
}

fs::path SourceIndex::find(const std::string& name) {
  fs::path path = name;
  if (!looks_like_text(path)) return {};
  std::error_code fault;
  if (!fs::is_regular_file(path, fault)) {
    if (!below_) below_ = files_below(roots_);
    const auto found = below_->find(path.filename().string());
    if (found == below_->end()) return {};
    path = found->second;
  }
  if (!fs::is_regular_file(path, fault) || (roots_.below_only && !lies_below(path, roots_))) return {};
  return path;
}

fs::path repository() {
  std::error_code fault;
  fs::path here = fs::current_path(fault);
  for (fs::path at = here; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", fault)) return at;
    if (at == at.parent_path()) break;
  }
  return here;
}

std::map<std::string, std::string> read_sources(const std::set<std::string>& names, const SourceRoots& roots) {
  std::map<std::string, std::string> texts;
  SourceIndex index(roots);
  std::uint64_t bytes = 0;
  for (const std::string& name : names) {
    const fs::path path = index.find(name);
    if (path.empty()) continue;
    try {
      std::string text = base::read_file(path.string(), most_of_one);
      bytes += text.size();
      if (bytes > most_of_all) break;
      texts.emplace(name, std::move(text));
    } catch (const base::InputError&) {
      continue;  // the page says that it is missing
    }
  }
  return texts;
}

}  // namespace waymark::report
