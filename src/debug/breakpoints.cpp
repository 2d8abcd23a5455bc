#include "debug/breakpoints.hpp"

#include <algorithm>
#include <system_error>

#include "report/place.hpp"

namespace waymark::debug {

namespace fs = std::filesystem;

const fs::path& Breakpoints::find(const std::string& file) {
  const auto known = found_.find(file);
  if (known != found_.end()) return known->second;
  const fs::path found = sources_.find(file);
  std::error_code fault;
  const fs::path whole = found.empty() ? fs::path() : fs::canonical(found, fault);
  return found_.emplace(file, fault ? fs::path() : whole).first->second;
}

std::uint32_t Breakpoints::add(const std::string& file, std::uint32_t line, const std::string& condition) {
  std::error_code fault;
  fs::path path = fs::canonical(file, fault);
  if (fault) path.clear();
  all_.push_back({++last_id_, file, line, condition, std::move(path)});
  return last_id_;
}

void Breakpoints::clear(const std::string& file) {
  std::erase_if(all_, [&](const Breakpoint& it) { return it.file == file; });
}

bool Breakpoints::remove(std::uint32_t id) {
  return std::erase_if(all_, [&](const Breakpoint& it) { return it.id == id; }) != 0;
}

std::vector<const Breakpoint*> Breakpoints::at(const std::string& location) {
  std::vector<const Breakpoint*> out;
  if (all_.empty()) return out;
  const auto place = report::place_of(location);
  if (!place) return out;
  for (const Breakpoint& it : all_) {
    if (it.line != place->line) continue;
    // A name without a folder stands for every file of that name; a file that cannot be found has its name alone.
    const fs::path& path = find(place->file);
    const bool bare = it.file.find('/') == std::string::npos || it.path.empty() || path.empty();
    const bool same = it.file == place->file ||
                      (bare ? fs::path(it.file).filename() == fs::path(place->file).filename() : it.path == path);
    if (same) out.push_back(&it);
  }
  return out;
}

}  // namespace waymark::debug
