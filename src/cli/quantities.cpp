// Sizes and times as people write them.
#include <charconv>
#include <cmath>

#include "cli/options.hpp"

namespace waymark::cli {

namespace {

// Takes a number off the front of the text: digits, perhaps with a fraction; no sign, no exponent.
std::optional<double> take_number(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + end, value, std::chars_format::fixed);
  if (error != std::errc{} || stop != text.data() + end) return std::nullopt;
  text.remove_prefix(end);
  return value;
}

}  // namespace

std::optional<std::uint64_t> parse_size(const std::string& text) {
  std::string_view rest = text;
  std::optional<double> value = take_number(rest);
  if (!value) return std::nullopt;
  if (!rest.empty()) {
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = units.find(static_cast<char>(rest[0] & ~0x20));  // either case
    if (unit == std::string_view::npos) return std::nullopt;
    *value = std::ldexp(*value, 10 * static_cast<int>(unit + 1));
    rest.remove_prefix(1);
    if (rest == "B" || rest == "iB") rest = {};
  }
  constexpr double most = 0x1p62;
  if (!rest.empty() || *value < 1 || *value > most) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<double> parse_time(const std::string& text) {
  std::string_view rest = text;
  double total = 0;
  double last_unit = 1e9;  // units must come in falling order
  do {
    const std::optional<double> value = take_number(rest);
    if (!value) return std::nullopt;
    double unit = 1;
    if (!rest.empty()) {
      unit = rest[0] == 'h' ? 3600 : rest[0] == 'm' ? 60 : rest[0] == 's' ? 1 : 0;
      if (unit == 0) return std::nullopt;
      rest.remove_prefix(1);
    }
    if (unit >= last_unit) return std::nullopt;
    last_unit = unit;
    total += *value * unit;
  } while (!rest.empty());
  constexpr double most = 1e9;
  if (!(total > 0) || total > most) return std::nullopt;
  return total;
}

}  // namespace waymark::cli
