#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace waymark::base {

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

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

std::string counted(std::uint64_t number, std::string_view thing) {
  return fmt::format("{} {}{}", grouped(number), thing, number == 1 ? "" : "s");
}

std::string size(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  std::string_view unit;
  for (const std::string_view next : {"KiB", "MiB", "GiB", "TiB"}) {
    value /= 1024;
    unit = next;
    if (value < 1023.5) break;
  }
  const bool whole = value >= 99.95 || value == std::floor(value);
  return fmt::format("{:.{}f} {}", value, whole ? 0 : 1, unit);
}

std::string duration(double seconds) {
  if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string rounded(double number) {
  if (number < 1000) return fmt::format("{:.0f}", number);
  const bool millions = number >= 999'500;
  const double value = number / (millions ? 1e6 : 1e3);
  return fmt::format("{:.{}f} {}", value, value < 99.95 ? 1 : 0, millions ? 'M' : 'k');
}

std::optional<std::uint64_t> parse_size(std::string_view text) {
  std::optional<double> value = take_number(text);
  if (!value) return std::nullopt;
  if (!text.empty()) {
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = units.find(static_cast<char>(text[0] & ~0x20));  // either case
    if (unit == std::string_view::npos) return std::nullopt;
    *value = std::ldexp(*value, 10 * static_cast<int>(unit + 1));
    text.remove_prefix(1);
    if (text == "B" || text == "iB") text = {};
  }
  constexpr double most = 0x1p62;
  if (!text.empty() || *value < 1 || *value > most) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::optional<double> parse_time(std::string_view text) {
  double total = 0;
  double last_unit = 1e9;  // units must come in falling order
  do {
    const std::optional<double> value = take_number(text);
    if (!value) return std::nullopt;
    double unit = 1;
    if (!text.empty()) {
      unit = text[0] == 'h' ? 3600 : text[0] == 'm' ? 60 : text[0] == 's' ? 1 : 0;
      if (unit == 0) return std::nullopt;
      text.remove_prefix(1);
    }
    if (unit >= last_unit) return std::nullopt;
    last_unit = unit;
    total += *value * unit;
  } while (!text.empty());
  constexpr double most = 1e9;
  if (!(total > 0) || total > most) return std::nullopt;
  return total;
}

}  // namespace waymark::base
