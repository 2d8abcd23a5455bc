#include "observe/progress.hpp"

#include <gtest/gtest.h>

#include <random>

namespace waymark::observe {
namespace {

TEST(Progress, is_shown_after_the_first_seconds_and_then_not_too_often) {
  constexpr double first_after = 2;
  constexpr double every = 0.5;
  std::mt19937 random(1);
  std::vector<search::Tallies> shown;
  std::vector<double> rates;
  Progress progress(
      [&](const search::Tallies& tallies, double rate) {
        shown.push_back(tallies);
        rates.push_back(rate);
      },
      first_after, every);
  search::Tallies tallies;
  double due = first_after;
  for (int i = 0; i < 1000; ++i) {
    tallies.seconds += static_cast<double>(random() % 100) / 1000;
    tallies.states += random() % 5000;
    const std::size_t before = shown.size();
    progress.pulse(tallies);
    const bool expected = tallies.seconds >= due;
    ASSERT_EQ(shown.size() - before, expected ? 1u : 0u) << "at " << tallies.seconds;
    if (expected) due = tallies.seconds + every;
  }
  ASSERT_GT(shown.size(), 10u);
  // The rate is that since it was shown last.
  search::Tallies last;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    EXPECT_DOUBLE_EQ(rates[i] * (shown[i].seconds - last.seconds), static_cast<double>(shown[i].states - last.states));
    last = shown[i];
  }
}

TEST(Progress, begins_anew_with_another_search) {
  std::vector<std::uint64_t> shown;
  std::vector<double> rates;
  Progress progress(
      [&](const search::Tallies& tallies, double rate) {
        shown.push_back(tallies.states);
        rates.push_back(rate);
      },
      2, 0.5);
  const auto pulse = [&](double seconds, std::uint64_t states) {
    search::Tallies tallies;
    tallies.seconds = seconds;
    tallies.states = states;
    progress.pulse(tallies);
  };
  pulse(8, 800);
  pulse(0.25, 10);  // of the next search
  pulse(0.5, 30);
  EXPECT_EQ(shown, (std::vector<std::uint64_t>{800, 30}));
  EXPECT_DOUBLE_EQ(rates.back(), 60);
}

}  // namespace
}  // namespace waymark::observe
