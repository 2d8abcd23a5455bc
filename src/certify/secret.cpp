#include "certify/secret.hpp"

#include <sodium/core.h>
#include <sodium/crypto_auth.h>
#include <sodium/crypto_kdf.h>
#include <sodium/randombytes.h>

#include "base/check.hpp"

namespace waymark::certify {

namespace {

static_assert(crypto_kdf_KEYBYTES == 32 && crypto_auth_KEYBYTES == 32 && crypto_auth_BYTES == 32);
constexpr char context[crypto_kdf_CONTEXTBYTES + 1] = "waymark1";
constexpr std::uint64_t run_label = 1000;
constexpr std::uint64_t mac_label = 1001;

}  // namespace

Secret Secret::draw() {
  CHECK(sodium_init() >= 0);
  Bytes bytes;
  randombytes_buf(bytes.data(), bytes.size());
  return Secret(bytes);
}

std::array<std::uint8_t, 16> Secret::run() const { return key(run_label); }

model::Key::Bytes Secret::key(std::uint64_t label) const {
  model::Key::Bytes out;
  CHECK(crypto_kdf_derive_from_key(out.data(), out.size(), label, context, bytes_.data()) == 0);
  return out;
}

Secret::Mac Secret::mac(std::span<const std::uint8_t> message) const {
  Bytes key;
  CHECK(crypto_kdf_derive_from_key(key.data(), key.size(), mac_label, context, bytes_.data()) == 0);
  Mac out;
  crypto_auth(out.data(), message.data(), message.size(), key.data());
  return out;
}

}  // namespace waymark::certify
