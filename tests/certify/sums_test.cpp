#include "certify/sums.hpp"

#include <gtest/gtest.h>
#include <sodium/crypto_shorthash_siphash24.h>

#include <cstring>
#include <random>

#include "certify/secret.hpp"

namespace waymark::certify {
namespace {

TEST(Prf, is_two_siphashes) {
  for (int round = 0; round < 100; ++round) {
    const Secret secret = Secret::draw();
    const auto first = secret.key(1);
    const auto second = secret.key(2);
    ASSERT_NE(first, second);
    std::uint8_t message[16];
    std::memcpy(message, secret.bytes().data(), 16);
    model::Fingerprint fingerprint;
    for (int i = 0; i < 8; ++i) {
      fingerprint.low |= std::uint64_t{message[i]} << (8 * i);
      fingerprint.high |= std::uint64_t{message[8 + i]} << (8 * i);
    }
    const Sum::Words words = Prf(first, second)(fingerprint);
    std::uint8_t expected[32];
    crypto_shorthash_siphashx24(expected, message, 16, first.data());
    crypto_shorthash_siphashx24(expected + 16, message, 16, second.data());
    for (std::size_t i = 0; i < 32; ++i) {
      ASSERT_EQ(static_cast<std::uint8_t>(words[i / 8] >> (8 * (i % 8))), expected[i]) << "byte " << i;
    }
  }
}

TEST(Sum, carries_through_all_words) {
  Sum sum;
  const std::uint64_t ones = ~std::uint64_t{0};
  sum.add({ones, ones, ones, 0});
  sum.add({1, 0, 0, 0});
  EXPECT_EQ(sum.words(), (Sum::Words{0, 0, 0, 1}));
  sum.add({0, 0, 0, ones});
  EXPECT_EQ(sum.words(), Sum::Words{});
}

TEST(Sum, times_is_repeated_addition) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const Sum::Words value{random(), random(), random(), random()};
    const std::uint64_t times = random() % 50;
    Sum multiplied;
    multiplied.add(value, times);
    Sum repeated;
    for (std::uint64_t i = 0; i < times; ++i) repeated.add(value);
    ASSERT_EQ(multiplied, repeated);
  }
}

TEST(Sum, large_counts_keep_the_upper_words) {
  Sum sum;
  sum.add({1, 0, 0, 0}, std::uint64_t{1} << 63);
  sum.add({1, 0, 0, 0}, std::uint64_t{1} << 63);
  EXPECT_EQ(sum.words(), (Sum::Words{0, 1, 0, 0}));
}

TEST(Secret, macs_depend_on_key_and_message) {
  const Secret one = Secret::draw();
  const Secret other = Secret::draw();
  const std::uint8_t message[] = {1, 2, 3};
  EXPECT_EQ(one.mac(message), Secret(one.bytes()).mac(message));
  EXPECT_NE(one.mac(message), other.mac(message));
  EXPECT_NE(one.mac(message), one.mac({message, 2}));
  EXPECT_NE(one.run(), other.run());
}

}  // namespace
}  // namespace waymark::certify
