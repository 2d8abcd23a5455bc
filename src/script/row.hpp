// A row: one symbol for each transition of a state, in their fixed order; true stands for a tree edge. Seven symbols to
// a byte, lowest bit first; the top bit says that more bytes follow; in the last byte a one stands above the last
// symbol. So a row is whole bytes (which zstd likes), ends by itself, and has one spelling only.
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

// How many symbols the last byte of a row holds. REQUIRES: 0 < last < 0x80.
[[nodiscard]] inline unsigned symbols_in_last(std::uint8_t last) {
  return static_cast<unsigned>(std::bit_width(static_cast<unsigned>(last))) - 1;
}
// The tree edges among the symbols of one byte of a row.
[[nodiscard]] inline unsigned trees_in(std::uint8_t byte) {
  const unsigned all = static_cast<unsigned>(std::popcount(static_cast<unsigned>(byte)));
  return all - 1;  // the continuation bit or the closing one
}

// Counts are written as differences to the state above, small ones of either sign as small numbers.
[[nodiscard]] constexpr std::uint64_t zigzag(std::uint64_t difference) {
  return difference << 1 ^ (difference >> 63 != 0 ? ~std::uint64_t{0} : 0);
}
[[nodiscard]] constexpr std::uint64_t from_zigzag(std::uint64_t code) { return code >> 1 ^ (~(code & 1) + 1); }

}  // namespace waymark::script
