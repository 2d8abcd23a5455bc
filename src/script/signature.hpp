// Signatures for trustful scripts: Ed25519 over the script's digest, and with it over the digests of program and
// options that its header holds. Who signs vouches that the script has all states, and that what its header names was
// judged in all steps. Keys and signatures are small text files, so that they can be mailed and compared by
// eye.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "script/reader.hpp"

namespace waymark::script {

using PublicKey = std::array<std::uint8_t, 32>;
using SecretKey = std::array<std::uint8_t, 64>;
using Signature = std::array<std::uint8_t, 64>;

struct KeyPair {
  PublicKey open;
  SecretKey secret;
};
[[nodiscard]] KeyPair make_keys();

[[nodiscard]] Signature sign(const File& file, const SecretKey& key);
[[nodiscard]] bool verify(const File& file, const Signature& signature, const PublicKey& key);

// One line each: what it is, a space, hexadecimal digits. None: malformed.
[[nodiscard]] std::string write(const PublicKey& key);
[[nodiscard]] std::string write_secret(const SecretKey& key);
[[nodiscard]] std::string write_signature(const Signature& signature);
[[nodiscard]] std::optional<PublicKey> read_public_key(std::string_view text);
[[nodiscard]] std::optional<SecretKey> read_secret_key(std::string_view text);
[[nodiscard]] std::optional<Signature> read_signature(std::string_view text);

}  // namespace waymark::script
