// The 128-bit fingerprint of a state: the sum, over its parts, of a keyed hash of (name, bytes). Sums make it
// incremental: a step takes out the hashes of the parts it touched and adds the new ones. Nothing that a process hands
// out (addresses, indices, roots) enters it, so every process with the same key agrees.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>

namespace waymark::model {

struct Fingerprint {
  std::uint64_t low = 0;
  std::uint64_t high = 0;

  Fingerprint& operator+=(const Fingerprint& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  Fingerprint& operator-=(const Fingerprint& other) {
    low -= other.low;
    high -= other.high;
    return *this;
  }
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

// How parts are hashed. Quick is for searches, where nobody crafts collisions on purpose. Secret is SipHash-2-4 with
// 128 bits of output, for certifiers: its bytes come from the operating system, after the script has been read.
class Key {
 public:
  using Bytes = std::array<std::uint8_t, 16>;

  static Key quick(std::uint64_t seed = 0) { return Key(Kind::quick, seed, {}); }
  static Key secret(const Bytes& bytes) { return Key(Kind::secret, 0, bytes); }

  [[nodiscard]] Fingerprint hash(std::uint64_t name, std::span<const std::uint8_t> bytes) const;

 private:
  enum class Kind : std::uint8_t { quick, secret };
  Key(Kind kind, std::uint64_t seed, const Bytes& bytes) : kind_(kind), seed_(seed), bytes_(bytes) {}

  Kind kind_;
  std::uint64_t seed_;
  Bytes bytes_;
};

}  // namespace waymark::model
