// A row: one symbol for each transition of a state, in their fixed order; true stands for a tree edge. Seven symbols to
// a byte, lowest bit first; the top bit says that more bytes follow; in the last byte a one stands above the last
// symbol. So a row is whole bytes (which zstd likes), ends by itself, and has one spelling only.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "script/reader.hpp"

namespace waymark::script {

// How many symbols a row has. REQUIRES: it is well-formed.
[[nodiscard]] inline std::uint64_t symbols_in(std::span<const std::uint8_t> row) {
  return 7 * (row.size() - 1) + static_cast<unsigned>(std::bit_width(static_cast<unsigned>(row.back()))) - 1;
}
// How many of them are tree edges.
[[nodiscard]] inline std::uint64_t trees_in(std::span<const std::uint8_t> row) {
  std::uint64_t trees = 0;
  // Each byte has one bit that is no symbol: the continuation bit or the closing one.
  for (const std::uint8_t byte : row) trees += static_cast<unsigned>(std::popcount(static_cast<unsigned>(byte))) - 1;
  return trees;
}
// The row that begins there. REQUIRES: there is a whole one.
[[nodiscard]] inline std::span<const std::uint8_t> row_at(std::span<const std::uint8_t> rows, std::size_t begin) {
  std::size_t last = begin;
  while (rows[last] >= 0x80) ++last;
  return rows.subspan(begin, last + 1 - begin);
}
// Appends the next row of a stream, well-formed or not, unless all would be more than `most` bytes: false.
[[nodiscard]] inline bool read_row(Cursor& stream, std::vector<std::uint8_t>& out, std::uint64_t most) {
  do {
    stream.poll_growth(out);
    out.push_back(stream.byte());
    if (out.size() > most) return false;
  } while (out.back() >= 0x80);
  return true;
}

enum class Symbol : std::uint8_t { other, tree, end };

// Goes through the symbols of a well-formed row. Rows lie in vectors that grow, so it is shown the bytes each time.
class RowCursor {
 public:
  RowCursor() = default;
  // REQUIRES: the row has so many symbols.
  explicit RowCursor(std::uint64_t taken) : taken_(taken) {}

  [[nodiscard]] Symbol peek(const std::uint8_t* row) const {
    // What is left of the byte: the symbols still to come, and above them the mark that ends or continues the row.
    const unsigned left = static_cast<unsigned>(row[taken_ / 7]) >> taken_ % 7;
    if (left == 1) return Symbol::end;
    return (left & 1) != 0 ? Symbol::tree : Symbol::other;
  }
  // How many symbols from here on are no tree edges, of so many at most.
  [[nodiscard]] std::uint64_t others(const std::uint8_t* row, std::uint64_t most) const {
    RowCursor ahead = *this;
    while (ahead.taken_ - taken_ < most && ahead.peek(row) == Symbol::other) ahead.skip();
    return ahead.taken_ - taken_;
  }
  // REQUIRES: so many symbols come before the end.
  void skip(std::uint64_t count = 1) { taken_ += count; }
  [[nodiscard]] Symbol next(const std::uint8_t* row) {
    const Symbol symbol = peek(row);
    if (symbol != Symbol::end) skip();
    return symbol;
  }
  // Takes symbols up to and with the next tree edge; false if none is left.
  [[nodiscard]] bool next_tree(const std::uint8_t* row) {
    Symbol symbol = next(row);
    while (symbol == Symbol::other) symbol = next(row);
    return symbol == Symbol::tree;
  }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

 private:
  std::uint64_t taken_ = 0;
};

}  // namespace waymark::script
