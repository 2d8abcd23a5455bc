// Rows as they are written; script/row.hpp reads them, and says what a row is.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace waymark::script {

// Collects the symbols of one row at the end of a byte vector.
class RowBuilder {
 public:
  explicit RowBuilder(std::vector<std::uint8_t>& out) : out_(out) {}

  void add(bool tree) {
    bits_ = static_cast<std::uint8_t>(bits_ | (tree ? 1u << width_ : 0u));
    if (++width_ < 7) return;
    out_.push_back(static_cast<std::uint8_t>(bits_ | 0x80));
    bits_ = 0;
    width_ = 0;
  }
  void close() {
    out_.push_back(static_cast<std::uint8_t>(bits_ | 1u << width_));
    bits_ = 0;
    width_ = 0;
  }

 private:
  std::vector<std::uint8_t>& out_;
  std::uint8_t bits_ = 0;
  unsigned width_ = 0;
};

// How many tree edges are among its first symbols. REQUIRES: it has so many.
[[nodiscard]] inline std::uint64_t trees_before(const std::uint8_t* row, std::uint64_t symbols) {
  std::uint64_t trees = 0;
  for (; symbols >= 7; symbols -= 7) trees += static_cast<unsigned>(std::popcount(*row++ & 0x7Fu));
  return symbols == 0 ? trees : trees + static_cast<unsigned>(std::popcount(*row & ((1u << symbols) - 1)));
}
// Makes a tree edge of a symbol.
inline void mark_tree(std::uint8_t* row, std::uint64_t symbol) {
  row[symbol / 7] = static_cast<std::uint8_t>(row[symbol / 7] | 1u << symbol % 7);
}

}  // namespace waymark::script
