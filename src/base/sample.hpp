// A sample of an input's values, for inputs that have too many: the edges, and what a program tells apart.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "base/names.hpp"

namespace waymark::base {

// Which values of a C program's inputs are tried, if they have more than 8 bits and no range.
enum class WideInputs : std::uint8_t {
  refused,
  sample,
};

// Of numbers of 1 to 64 bits, in ascending order: 0, 1, -1, the least and the greatest one, and each constant that the
// program compares with, and both its neighbours. They are bit patterns, as signed numbers: a constant that fits as an
// unsigned number only is the one with the same bits.
[[nodiscard]] std::vector<std::int64_t> sample(unsigned bits, const std::set<std::int64_t>& compared);

}  // namespace waymark::base

template <>
struct waymark::base::Names<waymark::base::WideInputs> {
  using enum WideInputs;
  static constexpr auto table = std::to_array<Named<WideInputs>>({{refused, "refused"}, {sample, "sample"}});
};
