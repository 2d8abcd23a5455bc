// Place: a line of a source file, as programs tell it ("file:line").
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::report {

struct Place {
  std::string file;
  std::uint32_t line = 0;  // counted from 1
};

// Nothing if the text names no line.
[[nodiscard]] inline std::optional<Place> place_of(std::string_view location) {
  const std::size_t colon = location.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  Place place{std::string(location.substr(0, colon))};
  const char* const end = location.data() + location.size();
  const auto parsed = std::from_chars(location.data() + colon + 1, end, place.line);
  if (parsed.ec != std::errc{} || parsed.ptr != end || place.line == 0) return std::nullopt;
  return place;
}

}  // namespace waymark::report
