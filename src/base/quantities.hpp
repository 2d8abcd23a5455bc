// Counts, sizes and times as people read and write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace waymark::base {

// 1234567 as 1,234,567
[[nodiscard]] std::string grouped(std::uint64_t number);
// "1 state", "1,234 states"
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view thing);
// 1536 as 1.5 KiB
[[nodiscard]] std::string size(std::uint64_t bytes);
// "0.03 s", "75 s", "12 min 5 s", "3 h 2 min"
[[nodiscard]] std::string duration(double seconds);
// 1234567 as 1.2 M, 4321 as 4.3 k
[[nodiscard]] std::string rounded(double number);

// 512M, 4G, 1.5G, 100000. Nothing if it is none of these.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);
// 90s, 5m, 1h30m, 2.5; without a unit these are seconds.
[[nodiscard]] std::optional<double> parse_time(std::string_view text);

}  // namespace waymark::base
