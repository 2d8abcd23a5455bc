// Ranks that keep no more than a hash of every state miss what one process misses, though every one of them calls the
// parts of states otherwise and meets those of a level in another order.
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cases.hpp"
#include "cluster/search/distributed_bfs.hpp"
#include "cluster/shared_search.hpp"
#include "cluster/transport/threads.hpp"
#include "observe/recorder.hpp"
#include "scratch.hpp"
#include "search/breadth_first.hpp"
#include "search/part_sum.hpp"
#include "store/hash_compact.hpp"
#include "store/level_compact.hpp"

namespace waymark::cluster {
namespace {

constexpr std::uint64_t room = std::uint64_t{1} << 30;

// The hash of a state, as Renaming has those of its parts.
std::uint64_t hash_of(model::Model& graph, const store::CompactHash& hash) {
  std::uint64_t sum = 0;
  const auto words = graph.pack().words;
  for (std::uint32_t i = 0; i < words.size(); ++i) {
    if (words[i] != 0) sum += containers::mix_pair(i, words[i]);
  }
  return hash(sum);
}

struct Count {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
};

// States in the order in which they are met, and a set of hashes: no more than that.
Count plainly(const Case& given, const store::CompactHash& hash) {
  const auto graph = model_of(given);
  graph->reset();
  std::set<std::uint64_t> met{hash_of(*graph, hash)};
  const auto words = [&] {
    const auto packed = graph->pack().words;
    return std::vector<model::Word>(packed.begin(), packed.end());
  };
  std::deque<std::vector<model::Word>> queue{words()};
  Count count{.states = 1};
  for (; !queue.empty(); queue.pop_front()) {
    graph->unpack(queue.front());
    std::vector<model::Transition> transitions;
    graph->enabled(transitions);
    for (const model::Transition& transition : transitions) {
      graph->unpack(queue.front());
      if (graph->fire(transition) != model::Step::moved) continue;
      ++count.transitions;
      if (!met.insert(hash_of(*graph, hash)).second) continue;
      ++count.states;
      queue.push_back(words());
    }
  }
  return count;
}

search::Outcome by_one_process(const Case& given, const store::CompactHash& hash, const std::string& script = "") {
  constexpr std::uint32_t shift = 7;
  Renaming graph(model_of(given), shift);
  base::Budget budget(room);
  search::PartSum sum(graph);
  store::HashCompact store(budget, {.hash = hash, .words = store::Words::to_expand, .of_words = &sum});
  observe::LeanRecorder recorder(budget);
  const search::Outcome outcome =
      search::BreadthFirst({graph, &store, budget, given.limits, judged(given, graph), {&recorder}}).run();
  EXPECT_TRUE(script.empty() || recorder.write(script, {})) << recorder.why();
  return outcome;
}

std::vector<search::Outcome> by_ranks(const Case& given, const store::CompactHash& hash, unsigned ranks,
                                      const std::string& script = "") {
  std::vector<search::Outcome> outcomes(ranks);
  Threads(ranks).run([&](Transport& transport) {
    Renaming graph(model_of(given), transport.rank());
    base::Budget budget(room);
    {
      search::PartSum sum(graph);
      store::LevelCompact store(budget, hash, &sum);
      observe::LeanRecorder recorder(budget);
      DistributedBfs levels({graph, &store, budget, given.limits, judged(given, graph), {}}, transport,
                            {.keeps = keeps_for(script), .exchange = Deltas{&store}});
      outcomes[transport.rank()] = levels.run();
      if (!script.empty()) {
        levels.collect([&](std::span<const std::uint8_t> row) { recorder.add_row(row); },
                       [&](std::uint64_t state, std::uint64_t count) { recorder.set_arrivals(state, count); });
        EXPECT_TRUE(transport.rank() != 0 || recorder.write(script, {})) << recorder.why();
      }
    }
    EXPECT_EQ(budget.used(), 0u);
  });
  return outcomes;
}

bool came_to_its_end(const search::Outcome& outcome) {
  return outcome.why == search::Why::omissions && outcome.tallies.errors == 0;
}

TEST(Compact, misses_what_a_plain_search_misses) {
  unsigned missed = 0;
  for (unsigned seed = 0; seed < tests::cases(100); ++seed) {
    Case given = random_case(seed);
    given.limits = {.errors = 0};
    given.shape.kinds.clear();
    const store::CompactHash hash{.seed = seed, .bits = 4 + seed % 5};
    const Count expected = plainly(given, hash);
    missed += expected.states < plainly(given, {}).states ? 1 : 0;
    const search::Outcome one = by_one_process(given, hash);
    EXPECT_EQ(one.tallies.states, expected.states) << seed;
    EXPECT_EQ(one.tallies.transitions, expected.transitions) << seed;
  }
  EXPECT_GT(missed, tests::cases(50));
}

TEST(Compact, says_what_one_process_says) {
  const tests::Scratch scratch;
  unsigned violated = 0;
  unsigned recorded = 0;
  for (unsigned seed = 0; seed < tests::cases(300); ++seed) {
    const Case given = random_case(seed);
    const store::CompactHash hash{.seed = seed, .bits = 3 + seed % 6};
    const bool records = came_to_its_end(by_one_process(given, hash));
    const std::string one = records ? scratch.file("one") : "";
    const std::string many = records ? scratch.file("many") : "";
    const search::Outcome expected = by_one_process(given, hash, one);
    violated += expected.verdict == search::Verdict::violation ? 1 : 0;
    recorded += records ? 1 : 0;
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      for (const search::Outcome& outcome : by_ranks(given, hash, ranks, many)) {
        expect_same_but_numbers(outcome, expected);
        EXPECT_EQ(outcome.missed, expected.missed);
        ASSERT_EQ(outcome.estimate.has_value(), expected.estimate.has_value());
        if (expected.estimate) {
          EXPECT_EQ(outcome.estimate->coverage, expected.estimate->coverage);
        }
      }
      if (records) {
        ASSERT_EQ(contents(many), contents(one));
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(violated, tests::cases(80));
  EXPECT_GT(recorded, tests::cases(20));
}

// Of states of one level that share a hash one goes on, whichever rank hears of which first: here only one of them is a
// dead end, so it shows which.
TEST(Compact, goes_on_with_the_state_that_the_least_edge_leads_to) {
  for (unsigned seed = 0; seed < tests::cases(40); ++seed) {
    Case given;
    const std::uint32_t wide = 40;
    for (std::uint32_t i = 1; i <= wide; ++i) given.shape.edges.push_back({0, i});
    for (std::uint32_t i = 1; i <= wide; ++i) {
      if (i % 3 != 0) given.shape.edges.push_back({i, wide + 1 + i});
    }
    given.limits.errors = 0;
    const store::CompactHash hash{.seed = seed, .bits = 4};
    const search::Outcome expected = by_one_process(given, hash);
    for (const unsigned ranks : {2u, 4u}) {
      for (const search::Outcome& outcome : by_ranks(given, hash, ranks)) expect_same_but_numbers(outcome, expected);
    }
  }
}

}  // namespace
}  // namespace waymark::cluster
