#include "base/installed.hpp"

#include <filesystem>

namespace waymark::base {

std::string installed_file(std::string_view name) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path above = folder.parent_path();
  for (const fs::path& place : {folder, above, above / "lib" / "waymark"}) {
    if (fs::exists(place / name, ignored)) return (place / name).string();
  }
  return "";
}

}  // namespace waymark::base
