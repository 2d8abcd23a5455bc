// The checkpoint file, format 2: an opening and the number of the format, frames of compressed bytes (their length as
// it is and as it is in the file, then zstd), a length of 0, and a BLAKE2b-256 digest of all before it, which is the
// end. What the bytes in the frames mean is the business of their writers and readers; docs/use/checkpoints.md has
// it all together.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace waymark::checkpoint {

inline constexpr std::array<std::uint8_t, 8> opening = {0x89, 'W', 'C', 'P', '\r', '\n', 0x1A, '\n'};
inline constexpr std::array<std::string_view, 2> releases = {"0.1", "0.2"};  // that read formats 1, …
inline constexpr std::uint32_t version = releases.size();
inline constexpr std::uint32_t frame_bytes = 1u << 20;  // of a frame's contents, at most

}  // namespace waymark::checkpoint
