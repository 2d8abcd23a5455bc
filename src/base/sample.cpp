#include "base/sample.hpp"

#include <limits>

namespace waymark::base {

std::vector<std::int64_t> sample(unsigned bits, const std::set<std::int64_t>& compared) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  const unsigned unused = 64 - bits;
  const std::int64_t least = lowest >> unused;
  const std::int64_t greatest = ~least;
  const std::int64_t most = bits == 64 ? greatest : 2 * greatest + 1;  // that fits as an unsigned number
  std::set<std::int64_t> values = {0, least, greatest, -1};
  if (bits > 1) values.insert(1);
  const auto add = [&](std::int64_t value) {
    if (value < least || value > most) return;
    values.insert(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << unused) >> unused);
  };
  for (const std::int64_t constant : compared) {
    add(constant);
    if (constant != lowest) add(constant - 1);
    if (constant != ~lowest) add(constant + 1);
  }
  return {values.begin(), values.end()};
}

}  // namespace waymark::base
