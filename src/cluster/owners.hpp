// Owners: which rank keeps a state. States fall into classes by bits of their fingerprint, on which all ranks agree; a
// table gives each class to a rank.
#pragma once

#include <array>
#include <cstdint>

#include "model/fingerprint.hpp"

namespace waymark::cluster {

class Owners {
 public:
  static constexpr std::uint32_t classes = 4096;

  explicit Owners(unsigned ranks) {
    for (std::uint32_t i = 0; i < classes; ++i) ranks_[i] = static_cast<std::uint16_t>(i % ranks);
  }
  [[nodiscard]] unsigned of(const model::Fingerprint& fingerprint) const { return ranks_[fingerprint.high >> 52]; }

 private:
  std::array<std::uint16_t, classes> ranks_{};
};

}  // namespace waymark::cluster
