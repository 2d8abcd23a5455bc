// A sample of an input's values, for inputs that have too many: the edges, and what a program tells apart.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace waymark::base {

// Of numbers of 1 to 64 bits, in ascending order: 0, 1, -1, the least and the greatest one, and each constant that the
// program compares with, and both its neighbours. They are bit patterns, as signed numbers: a constant that fits as an
// unsigned number only is the one with the same bits.
[[nodiscard]] std::vector<std::int64_t> sample(unsigned bits, const std::set<std::int64_t>& compared);

}  // namespace waymark::base
