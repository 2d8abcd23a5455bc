// A search by several workers: all that it says is what BreadthFirst says, however many they are.
#include <gtest/gtest.h>

#include <array>

#include "cases.hpp"
#include "graph/graph.hpp"
#include "heard.hpp"
#include "model/layer.hpp"
#include "search/breadth_first.hpp"
#include "search/parallel/parallel_breadth_first.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"
#include "store/hash_compact.hpp"

namespace waymark::search {
namespace {

using graph::Edges;
using graph::Graph;

// A graph whose states have twelve words, many of which are the same in many states.
class Spread final : public model::Layer {
 public:
  explicit Spread(const Edges& edges) : Layer(std::make_unique<Graph>(edges), 1) {}

  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override { return inner().fire(transition); }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return inner().explain(transition, out);
  }
  [[nodiscard]] model::Mark mark() override { return inner().mark(); }
  void rewind(model::Mark mark) override { inner().rewind(mark); }
  [[nodiscard]] model::Packed pack() override {
    const model::Word state = inner().pack().words[0];
    for (unsigned i = 0; i < words_.size(); ++i) words_[i] = state >> i % 4 * 4 & 0xF;
    words_.back() = state >> 12;
    return {words_};
  }
  void unpack(std::span<const model::Word> words) override {
    const model::Word state = words[0] | words[1] << 4 | words[2] << 8 | words.back() << 12;
    inner().unpack({&state, 1});
  }

 private:
  [[nodiscard]] bool fits(model::Word word) const override { return word == 0; }

  std::array<model::Word, 12> words_{};
};

// A graph, and propositions that shall not be false anywhere in it.
struct Program {
  Edges edges;
  std::vector<std::string> invariants;

  [[nodiscard]] Subject make(const Judged& judged) const {
    Subject subject{std::make_unique<Spread>(edges), judged};
    for (const std::string& text : invariants) {
      subject.judged.invariants.push_back({subject.model->watch(text), text});
    }
    return subject;
  }
};

struct Spoken {
  Outcome outcome;
  std::string heard;
};

Spoken by_one(const Program& program, Options options, const std::optional<store::CompactHash>& compact = {}) {
  Spoken spoken;
  Heard heard;
  const auto subject = program.make(options.judged);
  options.judged = subject.judged;
  options.listeners = {&heard};
  if (compact) {
    base::Budget budget(options.memory);
    store::HashCompact store(budget, {.hash = *compact, .words = store::Words::to_expand});
    Parts parts{*subject.model, &store, budget, options.limits, options.judged, options.listeners};
    spoken.outcome = BreadthFirst(parts).run();
  } else {
    spoken.outcome = search(Order::breadth_first, *subject.model, options);
  }
  spoken.heard = heard.text;
  return spoken;
}

Spoken by_many(const Program& program, const Options& options, const ParallelBreadthFirst::Settings& settings) {
  Spoken spoken;
  Heard heard;
  base::Budget budget(options.memory);
  {
    const auto subject = program.make(options.judged);
    Parts parts{*subject.model, nullptr, budget, options.limits, subject.judged, {&heard}};
    const auto make = [&] { return program.make(options.judged); };
    spoken.outcome = ParallelBreadthFirst(parts, make, settings).run();
  }
  EXPECT_EQ(budget.used(), 0u);
  spoken.heard = heard.text;
  return spoken;
}

void expect_as_by_one(const Program& program, const Options& options, const std::vector<unsigned>& jobs,
                      std::uint64_t batch_threshold, unsigned cas_failure_rate, bool small = false) {
  const Spoken expected = by_one(program, options);
  for (const unsigned workers : jobs) {
    const Spoken spoken = by_many(program, options, {workers, batch_threshold, cas_failure_rate, small});
    ASSERT_EQ(spoken.heard, expected.heard) << workers << " workers";
    expect_same(spoken.outcome, expected.outcome);
    if (testing::Test::HasFatalFailure()) return;
  }
}

Options drawn(unsigned seed) {
  Options options;
  options.judged.deadlock = seed % 2 == 0;
  if (seed % 4 < 2) options.judged.waived = {"assertion"};
  if (seed % 7 == 0) options.limits.depth = seed % 5;
  if (seed % 5 == 0) options.limits.states = 10 + seed % 300;
  if (seed % 3 == 0) options.limits.errors = seed % 4;
  return options;
}

TEST(Parallel, says_of_random_graphs_what_one_worker_says) {
  for (unsigned seed = 0; seed < tests::cases(120); ++seed) {
    Program program{sprinkled(seed, 20 + seed % 3 * 200), {}};
    if (seed % 6 == 1) program.invariants = {std::to_string(seed % 11), "0"};
    expect_as_by_one(program, drawn(seed), {1, 2, 3, 8}, seed % 2 * 40, seed % 5 == 0 ? 3 : 0, seed / 3 % 3 == 2);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
  }
}

// Wide enough for every worker to have units, and for the table to grow in between.
TEST(Parallel, says_the_same_where_levels_are_wide) {
  Options all;
  all.judged.deadlock = false;
  all.judged.waived = {"assertion"};
  for (unsigned seed = 0; seed < 2; ++seed) {
    expect_as_by_one({sprinkled(seed, 12'000), {}}, all, {2, 3, 8}, 64, seed == 1 ? 2 : 0, seed == 1);
    expect_as_by_one({sprinkled(seed, 12'000), {}}, drawn(4), {2, 3, 8}, 64, seed * 5, seed == 0);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
  }
}

// Enough states for the tree to be folded anew between two rounds; some break an invariant.
TEST(Parallel, says_the_same_of_states_that_are_kept_in_a_tree) {
  Options all;
  all.judged.deadlock = false;
  all.judged.waived = {"assertion"};
  all.limits.errors = 5;
  for (const bool judged : {false, true}) {
    Program program{sprinkled(7, 24'000), {}};
    if (judged) program.invariants = {"7"};
    expect_as_by_one(program, all, {1, 2, 5}, 64, 3, true);
    ASSERT_FALSE(HasFatalFailure()) << "judged: " << judged;
  }
}

TEST(Parallel, makes_room_for_a_state_with_more_successors_than_a_round_has_room_for) {
  Edges star;
  for (std::uint32_t leaf = 1; leaf < 10'000; ++leaf) star.edges.push_back({0, leaf, 0});
  Options all;
  all.judged.deadlock = false;
  for (const bool small : {false, true}) expect_as_by_one({star, {}}, all, {1, 2, 8}, 0, 0, small);
}

// So few bits that many states are taken for others, also by two workers at a time: those that one worker misses.
TEST(Parallel, misses_the_states_that_one_worker_misses) {
  unsigned missed = 0;
  for (unsigned seed = 0; seed < tests::cases(120); ++seed) {
    const bool wide = seed % 20 == 0;
    Program program{sprinkled(seed, wide ? 8'000 : 20 + seed % 3 * 200), {}};
    if (seed % 6 == 1) program.invariants = {std::to_string(seed % 11), "0"};
    Options options = drawn(seed);
    if (seed % 2 == 0) options.limits.errors = 0;
    const store::CompactHash hash{.seed = seed, .bits = wide ? 11 : 4 + seed % 5};
    const Spoken expected = by_one(program, options, hash);
    EXPECT_NE(expected.outcome.verdict, Verdict::holds);
    missed += expected.outcome.tallies.states < by_one(program, options).outcome.tallies.states ? 1 : 0;
    for (const unsigned workers : {1, 2, 3, 8}) {
      ParallelBreadthFirst::Settings settings{.jobs = workers, .batch_threshold = seed % 2 * 40};
      settings.cas_failure_rate = seed % 4 == 0 ? 3 : 0;
      settings.compact = hash;
      const Spoken spoken = by_many(program, options, settings);
      ASSERT_EQ(spoken.heard, expected.heard) << workers << " workers, seed " << seed;
      expect_same(spoken.outcome, expected.outcome);
      EXPECT_EQ(spoken.outcome.missed, expected.outcome.missed);
      ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    }
  }
  EXPECT_GT(missed, tests::cases(40));
}

TEST(Parallel, ends_honestly_where_memory_does) {
  Options all;
  all.judged.deadlock = false;
  all.judged.waived = {"assertion"};
  const Program program{sprinkled(3, 12'000), {}};
  const Spoken whole = by_one(program, all);
  bool some = false;
  const std::array<std::uint64_t, 4> memories{100'000, 300'000, 600'000, 100'000'000};
  for (unsigned i = 0; i < 2 * memories.size(); ++i) {
    all.memory = memories[i / 2];
    const Spoken spoken = by_many(program, all, {2, 64, 0, i % 2 == 0});
    if (spoken.outcome.why == Why::finished) {
      EXPECT_EQ(spoken.heard, whole.heard);
      continue;
    }
    some = true;
    EXPECT_EQ(spoken.outcome.why, Why::memory);
    EXPECT_EQ(spoken.outcome.verdict, Verdict::incomplete);
    EXPECT_EQ(spoken.heard, whole.heard.substr(0, spoken.heard.size()));
  }
  EXPECT_TRUE(some);
}

TEST(Parallel, ends_when_it_is_told_to) {
  base::Stop stop;
  Options options;
  options.limits.stop = &stop;
  stop.request(base::Stop::Why::interrupted);
  const Spoken spoken = by_many({sprinkled(5, 5'000), {}}, options, {3, 0, 0});
  EXPECT_EQ(spoken.outcome.why, Why::interrupted);
}

}  // namespace
}  // namespace waymark::search
