// Formats of files have numbers, from 1. A release of waymark reads the newest format of each kind of file, and refuses
// another one with the release that reads it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace waymark::base {

// Why a file of format `found` is refused. `releases` has the release that reads format n at n - 1; this one reads the
// last of them. REQUIRES: found is not that one.
[[nodiscard]] std::string other_format(std::uint64_t found, std::span<const std::string_view> releases);

}  // namespace waymark::base
