// The checkpoint file, version 1: an opening and the version, frames of compressed bytes (their length as it is and as
// it is in the file, then zstd), a length of 0, and a BLAKE2b-256 digest of all before it, which is the end. What the
// bytes in the frames mean is the business of whoever writes and reads them; docs/use/checkpoints.md has it all
// together.
#pragma once

#include <array>
#include <cstdint>

namespace waymark::checkpoint {

inline constexpr std::array<std::uint8_t, 8> opening = {0x89, 'W', 'C', 'P', '\r', '\n', 0x1A, '\n'};
inline constexpr std::uint32_t version = 1;
inline constexpr std::uint32_t frame_bytes = 1u << 20;  // of a frame's contents, at most
inline constexpr std::size_t digest_bytes = 32;
using Digest = std::array<std::uint8_t, digest_bytes>;

}  // namespace waymark::checkpoint
