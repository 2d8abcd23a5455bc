#include "certify/sums.hpp"

#include <bit>

namespace waymark::certify {

namespace {

__extension__ using Wide = unsigned __int128;

std::uint64_t little_endian(const std::uint8_t* bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value |= std::uint64_t{bytes[i]} << (8 * i);
  return value;
}

// The state of SipHash (Aumasson and Bernstein, 2012), twice: lane 0 and lane 1 go through the same rounds.
struct Lanes {
  std::uint64_t v0[2];
  std::uint64_t v1[2];
  std::uint64_t v2[2];
  std::uint64_t v3[2];

  void round() {
    for (int lane = 0; lane < 2; ++lane) {
      v0[lane] += v1[lane];
      v2[lane] += v3[lane];
      v1[lane] = std::rotl(v1[lane], 13) ^ v0[lane];
      v3[lane] = std::rotl(v3[lane], 16) ^ v2[lane];
      v0[lane] = std::rotl(v0[lane], 32);
      v2[lane] += v1[lane];
      v0[lane] += v3[lane];
      v1[lane] = std::rotl(v1[lane], 17) ^ v2[lane];
      v3[lane] = std::rotl(v3[lane], 21) ^ v0[lane];
      v2[lane] = std::rotl(v2[lane], 32);
    }
  }
  void absorb(std::uint64_t word) {
    for (int lane = 0; lane < 2; ++lane) v3[lane] ^= word;
    round();
    round();
    for (int lane = 0; lane < 2; ++lane) v0[lane] ^= word;
  }
  void squeeze(Sum::Words& out, std::size_t where) {
    for (int i = 0; i < 4; ++i) round();
    for (std::size_t lane = 0; lane < 2; ++lane) out[2 * lane + where] = v0[lane] ^ v1[lane] ^ v2[lane] ^ v3[lane];
  }
};

}  // namespace

void Sum::add(const Words& value, std::uint64_t times) {
  Words product = {};
  Wide carry = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    carry += Wide{value[i]} * times;
    product[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  add(product);
}

Prf::Prf(const model::Key::Bytes& first, const model::Key::Bytes& second)
    : keys_{little_endian(first.data()), little_endian(first.data() + 8), little_endian(second.data()),
            little_endian(second.data() + 8)} {}

Sum::Words Prf::operator()(const model::Fingerprint& fingerprint) const {
  const std::uint64_t* k = keys_;
  Lanes lanes = {{0x736f6d6570736575 ^ k[0], 0x736f6d6570736575 ^ k[2]},
                 {0x646f72616e646f6d ^ 0xee ^ k[1], 0x646f72616e646f6d ^ 0xee ^ k[3]},
                 {0x6c7967656e657261 ^ k[0], 0x6c7967656e657261 ^ k[2]},
                 {0x7465646279746573 ^ k[1], 0x7465646279746573 ^ k[3]}};
  lanes.absorb(fingerprint.low);
  lanes.absorb(fingerprint.high);
  lanes.absorb(std::uint64_t{16} << 56);  // the message has 16 bytes
  Sum::Words out = {};
  for (std::uint64_t& v2 : lanes.v2) v2 ^= 0xee;
  lanes.squeeze(out, 0);
  for (std::uint64_t& v1 : lanes.v1) v1 ^= 0xdd;
  lanes.squeeze(out, 1);
  return out;
}

}  // namespace waymark::certify
