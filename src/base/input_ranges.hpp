// Which values an input of a C program has, as --range says it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace waymark::base {

struct InputRange {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// By the function that gives the input, of texts FUNCTION=LOW..HIGH. Throws base::InputError.
[[nodiscard]] std::map<std::string, InputRange> input_ranges(const std::vector<std::string>& texts);

}  // namespace waymark::base
