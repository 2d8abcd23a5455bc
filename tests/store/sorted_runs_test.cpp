#include "store/sorted_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "scratch.hpp"

namespace waymark::store {
namespace {

using Entry = SortedRuns::Entry;

TEST(SortedRuns, know_what_was_added_in_however_many_pieces) {
  const tests::Scratch scratch;
  std::mt19937_64 engine(1);
  SortedRuns runs(scratch.path().string(), nullptr);
  std::map<Print, std::uint64_t> model;
  const auto draw = [&] { return Print{engine() % 50, engine() % 2000}; };
  for (unsigned round = 0; round < 60; ++round) {
    std::map<Print, std::uint64_t> asked;
    for (unsigned i = 0; i < 1 + round * round % 700; ++i) asked.emplace(draw(), 0);
    std::vector<Entry> sorted;
    for (const auto& [print, nothing] : asked) sorted.push_back({print, 0});
    std::vector<bool> known(sorted.size());
    runs.look_up(sorted, [&](std::size_t i, std::uint64_t number) {
      known[i] = true;
      EXPECT_EQ(number, model.at(sorted[i].print));
    });
    std::vector<Entry> fresh;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      ASSERT_EQ(known[i], model.contains(sorted[i].print));
      if (known[i]) continue;
      fresh.push_back({sorted[i].print, model.size()});
      model.emplace(sorted[i].print, model.size());
    }
    runs.add(fresh);
    ASSERT_EQ(runs.size(), model.size());
  }
  EXPECT_GT(model.size(), 5000u);
}

TEST(ScratchFile, gives_back_more_than_it_holds_in_memory_and_again) {
  const tests::Scratch scratch;
  ScratchFile file(scratch.path().string());
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
  for (const std::uint32_t count : {0u, 10u, 131'072u, 300'000u}) {
    for (std::uint32_t i = 0; i < count; ++i) file.append({reinterpret_cast<const std::uint8_t*>(&i), sizeof i});
    for (unsigned again = 0; again < 2; ++again) {
      file.begin_reading();
      std::uint32_t read = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        ASSERT_TRUE(file.read({reinterpret_cast<std::uint8_t*>(&read), sizeof read}));
        ASSERT_EQ(read, i);
      }
      ASSERT_FALSE(file.read({reinterpret_cast<std::uint8_t*>(&read), sizeof read}));
    }
    file.clear();
  }
}

}  // namespace
}  // namespace waymark::store
