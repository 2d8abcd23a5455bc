// Cell: how a scalar lies in the state. `unsigned x : n` takes the smallest of 1, 2, 4 bytes that holds n bits.
#pragma once

#include <cstdint>
#include <cstring>

namespace waymark::promela {

struct Cell {
  enum class Kind : std::uint8_t { u8, u16, s16, s32 };
  Kind kind = Kind::u8;
  std::uint32_t mask = 0xFF;  // what an assignment keeps

  friend bool operator==(const Cell&, const Cell&) = default;
  [[nodiscard]] std::uint32_t size() const { return kind == Kind::u8 ? 1 : kind == Kind::s32 ? 4 : 2; }
};

[[nodiscard]] inline std::int32_t read_cell(const std::uint8_t* bytes, Cell::Kind kind) {
  switch (kind) {
    case Cell::Kind::u8:
      return *bytes;
    case Cell::Kind::u16: {
      std::uint16_t value;
      std::memcpy(&value, bytes, sizeof value);
      return value;
    }
    case Cell::Kind::s16: {
      std::int16_t value;
      std::memcpy(&value, bytes, sizeof value);
      return value;
    }
    case Cell::Kind::s32:
      break;
  }
  std::int32_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

inline void write_cell(std::uint8_t* bytes, const Cell& cell, std::int32_t value) {
  const std::uint32_t kept = static_cast<std::uint32_t>(value) & cell.mask;
  std::memcpy(bytes, &kept, cell.size());
}

// What is read where the value was written.
[[nodiscard]] inline std::int32_t kept_by(const Cell& cell, std::int32_t value) {
  std::uint8_t bytes[4];
  write_cell(bytes, cell, value);
  return read_cell(bytes, cell.kind);
}

}  // namespace waymark::promela
