// Bytes going out and coming in: little-endian integers and LEB128 varints. A ByteSource never reads past its end and
// never throws: once something is missing or malformed it has failed() for good and answers zeros.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace waymark::base {

// Differences of either sign, modulo 2^64, as numbers that are small where the difference is: 0, -1, 1, -2 are 0 to 3.
[[nodiscard]] constexpr std::uint64_t zigzag(std::uint64_t difference) {
  return difference << 1 ^ (difference >> 63 != 0 ? ~std::uint64_t{0} : 0);
}
[[nodiscard]] constexpr std::uint64_t from_zigzag(std::uint64_t code) { return code >> 1 ^ (~(code & 1) + 1); }

// A varint whose bytes next() gives, zeros once there are none. Only the shortest form of a number is accepted, so that
// equal contents have equal bytes; none: malformed.
template <typename Next>
[[nodiscard]] std::optional<std::uint64_t> decode_varint(Next next) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = next();
    const std::uint64_t bits = byte & 0x7f;
    const bool overflows = shift == 63 && bits > 1;
    const bool padded = byte == 0 && shift > 0;
    if (overflows || padded) break;
    value |= bits << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

class ByteSink {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u32(std::uint32_t value) { fixed(value, 4); }
  void u64(std::uint64_t value) { fixed(value, 8); }
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_.push_back(static_cast<std::uint8_t>(value | 0x80));
      value >>= 7;
    }
    bytes_.push_back(static_cast<std::uint8_t>(value));
  }
  void raw(std::span<const std::uint8_t> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void text(std::string_view text) {
    varint(text.size());
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }

 private:
  void fixed(std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes_.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  }

  std::vector<std::uint8_t> bytes_;
};

class ByteSource {
 public:
  explicit ByteSource(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint8_t u8() { return static_cast<std::uint8_t>(fixed(1)); }
  [[nodiscard]] std::uint32_t u32() { return static_cast<std::uint32_t>(fixed(4)); }
  [[nodiscard]] std::uint64_t u64() { return fixed(8); }
  [[nodiscard]] std::uint64_t varint();
  // A view into the source; empty when fewer than count bytes are left.
  [[nodiscard]] std::span<const std::uint8_t> raw(std::uint64_t count);
  // Fills out, or leaves it as it is when fewer bytes are left.
  void copy(std::span<std::uint8_t> out);
  [[nodiscard]] std::string text(std::uint64_t longest);

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }
  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - position_; }

 private:
  std::uint64_t fixed(std::size_t count);

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

// BLAKE2b-256.
using Digest = std::array<std::uint8_t, 32>;
[[nodiscard]] Digest digest_of(std::span<const std::uint8_t> bytes);

}  // namespace waymark::base
