#include "observe/gamma_codes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace waymark::observe {
namespace {

TEST(GammaCodes, give_back_what_was_added_from_any_place) {
  std::mt19937_64 random(1);
  GammaCodes codes;
  std::vector<std::uint64_t> numbers = {0, 1, 2, 3, std::numeric_limits<std::uint64_t>::max() - 1};
  while (numbers.size() < 5000) numbers.push_back(random() >> random() % 64 >> 1);
  std::vector<std::uint64_t> places;
  for (const std::uint64_t number : numbers) {
    places.push_back(codes.position());
    codes.add(number);
  }
  places.push_back(codes.position());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::uint64_t place = places[i];
    EXPECT_EQ(codes.next(place), numbers[i]);
    EXPECT_EQ(place, places[i + 1]);
    place = places[i];
    codes.skip(place);
    EXPECT_EQ(place, places[i + 1]);
  }
}

TEST(GammaCodes, take_one_bit_for_nothing_and_three_for_one) {
  GammaCodes codes;
  for (unsigned i = 0; i < 100; ++i) codes.add(0);
  EXPECT_EQ(codes.position(), 100u);
  codes.add(1);
  EXPECT_EQ(codes.position(), 103u);
}

}  // namespace
}  // namespace waymark::observe
