#include "base/input_ranges.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/diagnostics.hpp"

namespace waymark::base {

std::map<std::string, InputRange> input_ranges(const std::vector<std::string>& texts) {
  std::map<std::string, InputRange> ranges;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    const std::size_t dots = text.find("..", equals);
    const auto read = [&](std::size_t begin, std::size_t end, std::int64_t& into) {
      const auto [behind, fault] = std::from_chars(text.data() + begin, text.data() + end, into);
      return fault == std::errc() && behind == text.data() + end;
    };
    InputRange range;
    const bool fits = equals != std::string::npos && equals != 0 && dots != std::string::npos &&
                      read(equals + 1, dots, range.low) && read(dots + 2, text.size(), range.high) &&
                      range.low <= range.high;
    if (!fits) throw base::InputError(fmt::format("waymark: error: --range {}: FUNCTION=LOW..HIGH is expected", text));
    ranges[text.substr(0, equals)] = range;
  }
  return ranges;
}

}  // namespace waymark::base
