#include "model/fingerprint.hpp"

#include <sodium/crypto_shorthash_siphash24.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace waymark::model {

namespace {

std::uint64_t little_endian(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

Fingerprint siphash(const Key::Bytes& key, std::span<const std::uint8_t> message) {
  std::uint8_t out[crypto_shorthash_siphashx24_BYTES];
  crypto_shorthash_siphashx24(out, message.data(), message.size(), key.data());
  return {little_endian(out), little_endian(out + 8)};
}

}  // namespace

Fingerprint Key::hash(std::uint64_t name, std::span<const std::uint8_t> bytes) const {
  if (kind_ == Kind::quick) {
    const XXH128_hash_t digest =
        XXH3_128bits_withSeed(bytes.data(), bytes.size(), seed_ ^ (name * 0x9E3779B97F4A7C15u));
    return {digest.low64, digest.high64};
  }
  // The name goes in front of the bytes; one message, so that (name, bytes) is hashed injectively.
  constexpr std::size_t small = 1024;
  std::uint8_t buffer[small];
  std::vector<std::uint8_t> large;
  std::uint8_t* message = buffer;
  if (bytes.size() + 8 > small) {
    large.resize(bytes.size() + 8);
    message = large.data();
  }
  for (int i = 0; i < 8; ++i) message[i] = static_cast<std::uint8_t>(name >> (8 * i));
  std::copy(bytes.begin(), bytes.end(), message + 8);
  return siphash(bytes_, {message, bytes.size() + 8});
}

}  // namespace waymark::model
