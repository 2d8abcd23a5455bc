// Depth-first searches that fire by step_ids and look ahead see what those see that execute every step.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"
#include "search/depth_first.hpp"
#include "store/exact.hpp"

namespace waymark::promela {
namespace {

// Every step in its order, as a running hash.
class Timeline final : public search::StepListener {
 public:
  void stepped(const search::Stepped& step) override {
    sum = sum * 0x9E3779B97F4A7C15u + (step.from ^ step.found.number << 24 ^ step.depth << 48);
  }
  std::uint64_t sum = 0;
};

struct Seen {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t errors = 0;
  std::uint64_t course = 0;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen(const std::shared_ptr<const Program>& program, Executor::Steps steps, bool reduced) {
  Executor model(program, steps);
  if (reduced) (void)model.reduce({});
  base::Budget budget(std::uint64_t{1} << 28);
  store::Exact store(budget);
  Timeline course;
  search::Parts parts{model, &store, budget, {}, {}, {&course}};
  parts.limits.errors = 0;
  parts.limits.states = 3000;
  search::DepthFirst search(std::move(parts));
  search.look_ahead_from(0);
  const search::Tallies tallies = search.run().tallies;
  return {tallies.states, tallies.transitions, tallies.errors, course.sum};
}

TEST(Lookahead, makes_no_difference_on_the_corpus) {
  std::uint64_t models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(WAYMARK_SOURCE_DIR "/tests/promela/corpus")) {
    if (entry.path().extension() != ".pml") continue;
    const auto program = compile(parse_file(entry.path().string()));
    for (const bool reduced : {false, true}) {
      EXPECT_EQ(seen(program, Executor::Steps::cached, reduced), seen(program, Executor::Steps::executed, reduced))
          << entry.path();
    }
    ++models;
  }
  EXPECT_GT(models, 90u);
}

}  // namespace
}  // namespace waymark::promela
