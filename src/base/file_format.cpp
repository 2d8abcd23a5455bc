#include "base/file_format.hpp"

#include <fmt/format.h>

namespace waymark::base {

std::string other_format(std::uint64_t found, std::span<const std::string_view> releases) {
  std::string reader = "a later waymark reads it";
  if (found < releases.size()) {
    reader = found == 0 ? "no waymark reads it" : fmt::format("waymark {} reads it", releases[found - 1]);
  }
  return fmt::format("format {}; {}; this is waymark {}, which reads format {}", found, reader, WAYMARK_RELEASE,
                     releases.size());
}

}  // namespace waymark::base
