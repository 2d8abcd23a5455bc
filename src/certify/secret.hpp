// The certifier's secret for one run: 32 bytes from the operating system, drawn when the script is already fixed, and
// the independent keys made from them. The writer of the script must not know it before or while the run goes on.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "model/fingerprint.hpp"

namespace waymark::certify {

// Labels of the keys made from it.
inline constexpr std::uint64_t fingerprint_key = 1;
inline constexpr std::uint64_t point_key = 2;
inline constexpr std::uint64_t label_key = 3;
inline constexpr std::uint64_t sketch_key = 4;

class Secret {
 public:
  using Bytes = std::array<std::uint8_t, 32>;
  using Mac = std::array<std::uint8_t, 32>;

  [[nodiscard]] static Secret draw();
  explicit Secret(const Bytes& bytes) : bytes_(bytes) {}

  [[nodiscard]] const Bytes& bytes() const { return bytes_; }
  // Tells runs apart without telling the secret.
  [[nodiscard]] std::array<std::uint8_t, 16> run() const;
  // Distinct labels give independent keys (BLAKE2b keyed with the secret).
  [[nodiscard]] model::Key::Bytes key(std::uint64_t label) const;
  [[nodiscard]] Mac mac(std::span<const std::uint8_t> message) const;

 private:
  Bytes bytes_;
};

}  // namespace waymark::certify
