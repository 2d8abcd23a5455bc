#include "base/bytes.hpp"

#include <sodium/crypto_generichash.h>

#include <algorithm>

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
  const std::optional<std::uint64_t> value = decode_varint([this] { return u8(); });
  failed_ = failed_ || !value.has_value();
  return value.value_or(0);
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

void ByteSource::copy(std::span<std::uint8_t> out) {
  const auto view = raw(out.size());
  std::copy(view.begin(), view.end(), out.begin());
}

std::string ByteSource::text(std::uint64_t longest) {
  const std::uint64_t length = varint();
  if (length > longest) failed_ = true;
  const auto view = raw(length);
  return {view.begin(), view.end()};
}

Digest digest_of(std::span<const std::uint8_t> bytes) {
  Digest digest;
  crypto_generichash(digest.data(), digest.size(), bytes.data(), bytes.size(), nullptr, 0);
  return digest;
}

}  // namespace waymark::base
