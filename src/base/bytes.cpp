#include "base/bytes.hpp"

namespace waymark::base {

std::uint64_t ByteSource::fixed(std::size_t count) {
  if (failed_ || left() < count) {
    failed_ = true;
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes_[position_ + i]} << (8 * i);
  position_ += count;
  return value;
}

std::uint64_t ByteSource::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t byte = fixed(1);
    if (failed_) return 0;
    const std::uint64_t bits = byte & 0x7f;
    const bool overflows = shift == 63 && bits > 1;
    const bool padded = byte == 0 && shift > 0;
    if (overflows || padded) break;
    value |= bits << shift;
    if (byte < 0x80) return value;
  }
  failed_ = true;
  return 0;
}

std::span<const std::uint8_t> ByteSource::raw(std::uint64_t count) {
  if (failed_ || left() < count) {
    failed_ = true;
    return {};
  }
  const auto view = bytes_.subspan(position_, static_cast<std::size_t>(count));
  position_ += static_cast<std::size_t>(count);
  return view;
}

std::string ByteSource::text(std::uint64_t longest) {
  const std::uint64_t length = varint();
  if (length > longest) failed_ = true;
  const auto view = raw(length);
  return {view.begin(), view.end()};
}

}  // namespace waymark::base
