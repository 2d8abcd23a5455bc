#include "certify/products.hpp"

#include <gtest/gtest.h>

#include <random>

#include "certify/secret.hpp"

namespace waymark::certify {
namespace {

using Wide = Element::Wide;

Wide random_wide(std::mt19937_64& random) { return Wide{random()} << 64 | random(); }

// By doubling and adding, which needs no more than 128 bits.
Wide slow_product(Wide one, Wide other) {
  Wide sum = 0;
  one %= Element::prime;
  for (other %= Element::prime; other != 0; other >>= 1) {
    if ((other & 1) != 0) sum = (sum + one) % Element::prime;
    one = (one + one) % Element::prime;
  }
  return sum;
}

TEST(Element, multiplies_and_subtracts_modulo_the_prime) {
  std::mt19937_64 random(1);
  std::vector<Wide> values{0,
                           1,
                           2,
                           Element::prime - 1,
                           Element::prime,
                           Element::prime + 1,
                           ~Wide{0},
                           Wide{1} << 127,
                           Wide{1} << 64,
                           (Wide{1} << 64) - 1};
  for (int i = 0; i < 60; ++i) values.push_back(random_wide(random));
  for (const Wide one : values) {
    for (const Wide other : values) {
      ASSERT_TRUE((Element(one) * Element(other)).value() == slow_product(one, other));
      const Wide difference = (one % Element::prime + Element::prime - other % Element::prime) % Element::prime;
      ASSERT_TRUE((Element(one) - Element(other)).value() == difference);
    }
  }
}

TEST(Product, does_not_care_about_order_but_about_everything_else) {
  const Element point(987654321);
  Product forward;
  Product backward;
  for (std::uint64_t i = 0; i < 100; ++i) {
    forward.add(point, Element::of({i, i * i}));
    backward.add(point, Element::of({99 - i, (99 - i) * (99 - i)}));
  }
  EXPECT_EQ(forward, backward);
  Product more = forward;
  more.add(point, Element::of({5, 25}));
  EXPECT_NE(more, forward);
}

TEST(Product, times_is_repetition) {
  const Element point(Wide{1} << 100 | 77);
  for (const std::uint64_t times : {0u, 1u, 2u, 3u, 10u, 255u, 1000u}) {
    Product once;
    once.add(point, Element::of({3, 4}), times);
    Product repeated;
    for (std::uint64_t i = 0; i < times; ++i) repeated.add(point, Element::of({3, 4}));
    EXPECT_EQ(once, repeated) << times;
  }
}

TEST(Product, products_of_slices_multiply) {
  const Element point(4711);
  Product whole;
  Product parts[3];
  for (std::uint64_t i = 0; i < 300; ++i) {
    whole.add(point, Element::of({i, 0}));
    parts[i % 3].add(point, Element::of({i, 0}));
  }
  parts[0].add(parts[1]);
  parts[0].add(parts[2]);
  EXPECT_EQ(whole, parts[0]);
  EXPECT_EQ(Product::from(whole.bytes()), whole);
}

TEST(Secret, macs_depend_on_key_and_message) {
  const Secret one = Secret::draw();
  const Secret other = Secret::draw();
  const std::uint8_t message[] = {1, 2, 3};
  EXPECT_EQ(one.mac(message), Secret(one.bytes()).mac(message));
  EXPECT_NE(one.mac(message), other.mac(message));
  EXPECT_NE(one.mac(message), one.mac({message, 2}));
  EXPECT_NE(one.run(), other.run());
  EXPECT_NE(one.key(1), one.key(2));
}

}  // namespace
}  // namespace waymark::certify
