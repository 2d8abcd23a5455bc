#include "script/signature.hpp"

#include <sodium/core.h>
#include <sodium/crypto_sign_ed25519.h>
#include <sodium/utils.h>

#include <algorithm>

#include "base/check.hpp"

namespace waymark::script {

namespace {

constexpr std::string_view public_label = "waymark-public-key-1 ";
constexpr std::string_view secret_label = "waymark-secret-key-1 ";
constexpr std::string_view signature_label = "waymark-signature-2 ";

// What is signed: a label, so that the signature is good for nothing else, and the digests. That of the file covers
// what the header says was judged, and of a part, which whole it was cut from.
constexpr std::string_view purpose = "waymark script signature 2";
using Message = std::array<std::uint8_t, purpose.size() + 3 * sizeof(Digest)>;

Message message(const File& file) {
  Message out = {};
  auto end = std::copy(purpose.begin(), purpose.end(), out.begin());
  for (const Digest* digest : {&file.digest(), &file.header().program, &file.header().options}) {
    end = std::copy(digest->begin(), digest->end(), end);
  }
  return out;
}

template <std::size_t n>
std::string line(std::string_view label, const std::array<std::uint8_t, n>& bytes) {
  char digits[2 * n + 1];
  sodium_bin2hex(digits, sizeof digits, bytes.data(), n);
  return std::string(label) + digits + "\n";
}

template <std::size_t n>
std::optional<std::array<std::uint8_t, n>> parse(std::string_view label, std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (!text.starts_with(label) || text.size() != label.size() + 2 * n) return std::nullopt;
  std::array<std::uint8_t, n> bytes;
  std::size_t length = 0;
  const char* end = nullptr;
  const int failed = sodium_hex2bin(bytes.data(), n, text.data() + label.size(), 2 * n, nullptr, &length, &end);
  if (failed != 0 || length != n || end != text.data() + text.size()) return std::nullopt;
  return bytes;
}

}  // namespace

KeyPair make_keys() {
  CHECK(sodium_init() >= 0);
  KeyPair keys;
  crypto_sign_ed25519_keypair(keys.open.data(), keys.secret.data());
  return keys;
}

Signature sign(const File& file, const SecretKey& key) {
  const Message bytes = message(file);
  Signature signature;
  crypto_sign_ed25519_detached(signature.data(), nullptr, bytes.data(), bytes.size(), key.data());
  return signature;
}

bool verify(const File& file, const Signature& signature, const PublicKey& key) {
  const Message bytes = message(file);
  return crypto_sign_ed25519_verify_detached(signature.data(), bytes.data(), bytes.size(), key.data()) == 0;
}

std::string write(const PublicKey& key) { return line(public_label, key); }
std::string write_secret(const SecretKey& key) { return line(secret_label, key); }
std::string write_signature(const Signature& signature) { return line(signature_label, signature); }
std::optional<PublicKey> read_public_key(std::string_view text) { return parse<32>(public_label, text); }
std::optional<SecretKey> read_secret_key(std::string_view text) { return parse<64>(secret_label, text); }
std::optional<Signature> read_signature(std::string_view text) { return parse<64>(signature_label, text); }

}  // namespace waymark::script
