// Ranks find an accepting cycle exactly where there is one, and the same one for any number of them.
#include "cluster/search/owcty.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <random>

#include "cases.hpp"
#include "cluster/kept.hpp"
#include "cluster/ranks.hpp"
#include "cluster/transport/threads.hpp"
#include "graph/graph.hpp"
#include "model/layer.hpp"
#include "scratch.hpp"
#include "search/accepting.hpp"
#include "search/cycles/nested.hpp"
#include "store/exact.hpp"

namespace waymark::cluster {
namespace {

using Make = std::function<std::unique_ptr<model::Model>()>;

search::Judged accepting_cycles() {
  search::Judged judged;
  judged.deadlock = false;
  judged.cycle = {"acceptance", "a cycle", "", model::Step::moved};
  return judged;
}

struct FingerprintQueries {
  search::Limits limits = {};
  std::uint32_t remembered = 16;
  unsigned lookahead = 0;
  unsigned in_a_process = 1;  // ranks
  // By rank.
  std::function<std::uint64_t(unsigned)> memory = [](unsigned) { return std::uint64_t{1} << 30; };
  std::function<base::Stop*(unsigned)> stop = [](unsigned) { return nullptr; };
  std::string keep = {};    // a checkpoint whenever there may be one
  std::string resume = {};  // one to go on with
};

// At every rank the same, which is answered.
search::Outcome cycles_by_ranks(const std::function<std::unique_ptr<model::Model>(unsigned rank)>& make, unsigned ranks,
                                const FingerprintQueries& asked, std::vector<RankStatistics>* shares = nullptr) {
  std::vector<search::Outcome> outcomes(ranks);
  run_ranks(ranks, asked.in_a_process, [&](Transport& transport) {
    const std::unique_ptr<model::Model> model = make(transport.rank());
    base::Budget budget(asked.memory(transport.rank()));
    {
      store::Exact store(budget);
      search::Limits limits = asked.limits;
      limits.stop = asked.stop(transport.rank());
      Owcty search({*model, &store, budget, limits, accepting_cycles(), {}}, transport,
                   {.remembered = asked.remembered,
                    .keeps = Frontier::Keeps::numbers,
                    .exchange = WholeStates{asked.lookahead}});
      Kept kept(asked.keep);
      if (!asked.keep.empty()) search.keep_by(transport.rank() == 0 ? &kept : nullptr);
      if (!asked.resume.empty()) {
        checkpoint::Reader reader(asked.resume);
        if (search.resume(reader)) reader.finish();
      }
      outcomes[transport.rank()] = search.run();
      if (shares != nullptr && transport.rank() == 0) *shares = search.statistics().ranks;
    }
    EXPECT_EQ(budget.used(), 0u);
  });
  for (const search::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.verdict, outcomes[0].verdict);
    EXPECT_EQ(outcome.why, outcomes[0].why);
    EXPECT_EQ(outcome.tallies.states, outcomes[0].tallies.states);
    EXPECT_EQ(outcome.findings.size(), outcomes[0].findings.size());
    if (outcome.findings.empty() || outcomes[0].findings.empty()) continue;
    EXPECT_EQ(outcome.findings[0].choices, outcomes[0].findings[0].choices);
    EXPECT_EQ(outcome.findings[0].cycle, outcomes[0].findings[0].cycle);
  }
  return outcomes[0];
}

search::Outcome cycles_by_ranks(const Make& make, unsigned ranks, const FingerprintQueries& asked = {},
                                std::vector<RankStatistics>* shares = nullptr) {
  return cycles_by_ranks([&](unsigned) { return make(); }, ranks, asked, shares);
}

search::Outcome nested_by_one(const Make& make) {
  const std::unique_ptr<model::Model> model = make();
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  return search::Nested({*model, &store, budget, {}, accepting_cycles(), {}}).run();
}

// What is expected is the definition's; tallies are those of a search that has to see everything.
void expect_right(const Make& make, bool cycle, unsigned ranks, const FingerprintQueries& asked,
                  search::Finding& first) {
  const search::Outcome outcome = cycles_by_ranks(make, ranks, asked);
  ASSERT_EQ(outcome.verdict, cycle ? search::Verdict::violation : search::Verdict::holds);
  if (!cycle) {
    const search::Outcome one = nested_by_one(make);
    ASSERT_EQ(outcome.tallies.states, one.tallies.states);
    ASSERT_EQ(outcome.tallies.transitions, one.tallies.transitions);
    ASSERT_TRUE(outcome.findings.empty());
    return;
  }
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.why, search::Why::errors);
  search::expect_lasso(*make(), outcome.findings[0]);
  if (ranks == 1) first = outcome.findings[0];
  EXPECT_EQ(outcome.findings[0].choices, first.choices);
  EXPECT_EQ(outcome.findings[0].cycle, first.cycle);
}

// The model knows its components, or not: then all of them count as one that is not weak.
void try_random_graphs(bool knowing, unsigned seeds, std::uint32_t largest) {
  unsigned cyclic = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    const graph::Edges shape = search::with_accepting(seed, largest);
    const Make make = [&]() -> std::unique_ptr<model::Model> {
      if (knowing) return std::make_unique<search::Knowing>(shape);
      return std::make_unique<graph::Graph>(shape);
    };
    const bool expected = search::has_accepting_cycle(shape);
    cyclic += expected ? 1 : 0;
    search::Finding first;
    for (const unsigned ranks : {1u, 2u, 3u, 4u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      const FingerprintQueries asked{
          .remembered = seed % 3 * 8, .lookahead = seed % 4 == 0 ? 1u : 0u, .in_a_process = ranks == 4 ? 2u : 1u};
      expect_right(make, expected, ranks, asked, first);
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(cyclic, seeds / 5);
  EXPECT_LT(cyclic, seeds - seeds / 10);
}

TEST(Owcty, finds_an_accepting_cycle_exactly_where_there_is_one) { try_random_graphs(false, tests::cases(250), 40); }
TEST(Owcty, finds_the_same_where_the_model_knows_its_components) { try_random_graphs(true, tests::cases(200), 40); }

// Cycles that are not accepting keep what they lead to in the set: every turn takes one accepting state away.
graph::Edges ladder(std::uint32_t rungs, bool accepting_cycle) {
  graph::Edges shape;
  for (std::uint32_t i = 0; i < rungs; ++i) {
    const std::uint32_t at = 3 * i;
    shape.edges.insert(shape.edges.end(),
                       {{at, at + 1, 0}, {at + 1, at + 1, 0}, {at + 1, at + 2, 0}, {at + 2, at + 3, 0}});
    shape.accepting.push_back(at + 2);
  }
  if (accepting_cycle) shape.edges.push_back({3 * rungs, 3 * rungs - 1, 0});
  return shape;
}

TEST(Owcty, goes_on_until_nothing_changes) {
  for (const bool cycle : {false, true}) {
    const graph::Edges shape = ladder(20, cycle);
    ASSERT_EQ(search::has_accepting_cycle(shape), cycle);
    search::Finding first;
    for (const unsigned ranks : {1u, 2u, 3u}) {
      expect_right([&] { return std::make_unique<graph::Graph>(shape); }, cycle, ranks, {}, first);
    }
    if (cycle) {
      EXPECT_EQ(first.length, 3u * 20 - 1 + 2);  // to the last accepting state, there and back
    }
  }
}

// The states of a long chain have to leave the set one after the other, from rank to rank, before the verdict is known.
TEST(Owcty, works_off_long_chains) {
  graph::Edges shape;
  for (std::uint32_t state = 0; state < 2'000; ++state) {
    shape.edges.push_back({state, state + 1, 0});
    shape.accepting.push_back(state);
  }
  std::vector<RankStatistics> shares;
  const search::Outcome outcome =
      cycles_by_ranks([&] { return std::make_unique<graph::Graph>(shape); }, 3, {.remembered = 0}, &shares);
  EXPECT_EQ(outcome.verdict, search::Verdict::holds);
  EXPECT_EQ(outcome.tallies.states, 2'001u);
  std::uint64_t sent = 0;
  std::uint64_t remote = 0;  // transitions
  for (const RankStatistics& share : shares) sent += share.sent.states;
  Threads(3).run([&](Transport& transport) {
    graph::Graph graph(shape);
    base::Budget budget(std::uint64_t{1} << 30);
    store::Exact store(budget);
    DistributedBfs levels({graph, &store, budget, {}, accepting_cycles(), {}}, transport, {.remembered = 0});
    (void)levels.run();
    if (transport.rank() != 0) return;
    const search::Statistics statistics = levels.statistics();
    for (const RankStatistics& share : statistics.ranks) remote += share.sent.states;
  });
  EXPECT_GT(remote, 500u);
  EXPECT_EQ(sent, 3 * remote);  // by the search, and by both halves of a turn
}

// Within this depth there is a cycle, or beyond it.
TEST(Owcty, looks_only_at_what_was_explored) {
  graph::Edges shape;
  for (std::uint32_t state = 0; state < 20; ++state) shape.edges.push_back({state, state + 1, 0});
  shape.edges.push_back({20, 10, 0});
  shape.accepting.push_back(12);
  for (const std::uint64_t depth : {0u, 1u, 12u, 20u, 21u}) {
    FingerprintQueries asked;
    asked.limits.depth = depth;
    const search::Outcome outcome = cycles_by_ranks([&] { return std::make_unique<graph::Graph>(shape); }, 3, asked);
    EXPECT_EQ(outcome.verdict, depth > 20 ? search::Verdict::violation : search::Verdict::incomplete) << depth;
    if (depth <= 20) {
      EXPECT_EQ(outcome.why, search::Why::depth);
    }
  }
}

TEST(Owcty, ends_on_all_ranks_when_one_has_no_room) {
  graph::Edges shape = graph::random_graph(30'000, 90'000, 3);
  std::uint64_t needed = 0;
  const auto by = [&](std::uint64_t bytes) {
    FingerprintQueries asked;
    asked.memory = [=](unsigned rank) { return rank == 1 ? bytes : std::uint64_t{1} << 30; };
    std::vector<RankStatistics> shares;
    const search::Outcome outcome =
        cycles_by_ranks([&] { return std::make_unique<graph::Graph>(shape); }, 3, asked, &shares);
    needed = shares[1].bytes;
    return outcome;
  };
  ASSERT_EQ(by(std::uint64_t{1} << 30).verdict, search::Verdict::holds);
  // Enough to go through the graph, and not for what is found out afterwards.
  const search::Outcome outcome = by(needed - 5'000);
  EXPECT_EQ(outcome.verdict, search::Verdict::incomplete);
  EXPECT_EQ(outcome.why, search::Why::memory);
}

// Asks to be stopped when it has been asked so often for its facts, as nobody does before the graph is gone through.
class Impatient final : public model::Layer {
 public:
  Impatient(const graph::Edges& shape, base::Stop& stop, std::uint64_t patience)
      : Layer(std::make_unique<graph::Graph>(shape), 0x1349'0000'0000'0000), stop_(stop), patience_(patience) {}
  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  model::Step fire(const model::Transition& transition) override { return fire_inside(transition, nullptr); }
  model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return fire_inside(transition, &out);
  }
  model::Facts facts() override {
    if (patience_ == 0) stop_.request(base::Stop::Why::interrupted);
    if (patience_ > 0) --patience_;
    return inner().facts();
  }

 protected:
  bool fits(model::Word word) const override { return word == 0; }

 private:
  base::Stop& stop_;
  std::uint64_t patience_;
};

TEST(Owcty, ends_on_all_ranks_when_one_is_told_to) {
  graph::Edges shape = graph::random_graph(10'000, 40'000, 3);
  for (std::uint32_t state = 0; state < 10'000; state += 3) shape.accepting.push_back(state);
  shape.edges.erase(std::remove_if(shape.edges.begin(), shape.edges.end(),
                                   [](const graph::Edges::Edge& edge) { return edge.to <= edge.from; }),
                    shape.edges.end());
  for (const std::uint64_t patience : {100u, 4'000u, 12'000u}) {
    base::Stop stop;  // of rank 0
    std::atomic<bool> given{false};
    FingerprintQueries asked;
    asked.stop = [&](unsigned rank) { return rank == 0 ? &stop : nullptr; };
    const search::Outcome outcome = cycles_by_ranks(
        [&]() -> std::unique_ptr<model::Model> {
          if (given.exchange(true)) return std::make_unique<Impatient>(shape, stop, ~std::uint64_t{0});
          return std::make_unique<Impatient>(shape, stop, patience);
        },
        3, asked);
    EXPECT_EQ(outcome.verdict, search::Verdict::incomplete) << patience;
    EXPECT_EQ(outcome.why, search::Why::interrupted) << patience;
  }
}

// Is told to stop after so many steps, and then gives up in the next.
class GivingUp final : public model::Layer {
 public:
  GivingUp(const graph::Edges& shape, base::Stop& stop, std::uint64_t patience)
      : Layer(std::make_unique<graph::Graph>(shape), 0x1350'0000'0000'0000), stop_(stop), patience_(patience) {}
  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  model::Step fire(const model::Transition& transition) override {
    if (patience_-- == 0) stop_.request(base::Stop::Why::time);
    stop_.poll();
    return fire_inside(transition, nullptr);
  }
  model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return fire_inside(transition, &out);
  }

 protected:
  bool fits(model::Word word) const override { return word == 0; }

 private:
  base::Stop& stop_;
  std::uint64_t patience_;
};

// In pieces, each by another number of ranks, one of which gives up somewhere; answers how many pieces there were.
unsigned in_pieces(const graph::Edges& shape, const search::Outcome& whole, const std::string& file, unsigned seed) {
  std::mt19937 engine(seed);
  std::filesystem::remove(file);
  for (unsigned piece = 1;; ++piece) {
    const auto ranks = static_cast<unsigned>(1 + engine() % 4);
    const auto who = static_cast<unsigned>(engine() % ranks);
    const std::uint64_t patience = engine() % (20 * piece);
    base::Stop stop;  // of that one; of the others nobody asks anything
    base::Stop never;
    FingerprintQueries asked;
    asked.keep = file;
    if (std::filesystem::exists(file)) asked.resume = file;
    asked.stop = [&](unsigned rank) { return rank == who ? &stop : &never; };
    const search::Outcome outcome = cycles_by_ranks(
        [&](unsigned rank) -> std::unique_ptr<model::Model> {
          return std::make_unique<GivingUp>(shape, rank == who ? stop : never,
                                            rank == who ? patience : ~std::uint64_t{0});
        },
        ranks, asked);
    if (outcome.verdict == search::Verdict::incomplete) {
      EXPECT_EQ(outcome.why, search::Why::time);
      if (piece > 500 || testing::Test::HasFailure()) return 0;
      continue;
    }
    EXPECT_EQ(outcome.verdict, whole.verdict);
    EXPECT_EQ(outcome.tallies.states, whole.tallies.states);
    EXPECT_EQ(outcome.tallies.transitions, whole.tallies.transitions);
    EXPECT_EQ(outcome.tallies.depth, whole.tallies.depth);
    EXPECT_EQ(outcome.findings.size(), whole.findings.size());
    if (!outcome.findings.empty() && !whole.findings.empty()) {
      EXPECT_EQ(outcome.findings[0].choices, whole.findings[0].choices);
    }
    return piece;
  }
}

TEST(Owcty, goes_on_from_a_checkpoint_with_any_number_of_ranks) {
  const tests::Scratch scratch;
  unsigned pieces = 0;
  for (unsigned seed = 0; seed < tests::cases(60); ++seed) {
    const graph::Edges shape = seed % 5 == 0 ? ladder(6, seed % 2 == 0) : search::with_accepting(seed, 40);
    base::Stop never;
    const search::Outcome whole =
        cycles_by_ranks([&] { return std::make_unique<GivingUp>(shape, never, ~std::uint64_t{0}); }, 1);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    pieces += in_pieces(shape, whole, scratch.file("kept"), seed);
    ASSERT_FALSE(testing::Test::HasFailure());
  }
  EXPECT_GT(pieces, tests::cases(150));
}

// A violation on the way ends the search, and one process tells the same.
TEST(Owcty, reports_a_step_that_fails) {
  graph::Edges shape = search::with_accepting(3, 40);
  shape.kinds.emplace_back(1, graph::Edges::Kind::fail);
  shape.edges.push_back({0, 1, 0});
  for (const unsigned ranks : {1u, 3u}) {
    const search::Outcome outcome = cycles_by_ranks([&] { return std::make_unique<graph::Graph>(shape); }, ranks);
    EXPECT_EQ(outcome.verdict, search::Verdict::violation);
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_FALSE(outcome.findings[0].cycle.has_value());
    EXPECT_EQ(outcome.findings[0].length, 1u);
  }
}

// Work that begets work at other ranks: it is over when all of it has been done, and not before.
TEST(Mailbox, ends_work_when_all_of_it_is_done) {
  for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
    for (unsigned seed = 0; seed < tests::cases(30); ++seed) {
      std::atomic<std::uint64_t> done{0};
      Threads(ranks).run([&](Transport& transport) {
        class Tasks final : public Receiver {
         public:
          void receive(Records& records) override {
            while (records.next()) {
              lives.push_back(records.edge().source());
              records.keep(0);
            }
          }
          std::vector<std::uint64_t> lives;  // how often a task begets others
        } tasks;
        Mailbox mailbox(transport, 0);
        mailbox.deliver_to(tasks);
        std::mt19937 engine(seed * 16 + transport.rank());
        for (int round = 0; round < 3; ++round) {
          if (transport.rank() == seed % ranks) tasks.lives.push_back(8);
          mailbox.work_off([&] {
            if (tasks.lives.empty()) return Mailbox::Left::nothing;
            const std::uint64_t lives = tasks.lives.back();
            tasks.lives.pop_back();
            ++done;
            for (unsigned i = 0; lives > 0 && i < 2; ++i) {
              const auto to = static_cast<unsigned>(engine() % ranks);
              if (to == transport.rank()) {
                tasks.lives.push_back(lives - 1);
              } else {
                mailbox.send(to, Edge(lives - 1, 0), {}, Bytes{1});
              }
            }
            return Mailbox::Left::some;
          });
          // Each of eight generations is twice as large as the one before.
          EXPECT_EQ(done, 511u * static_cast<unsigned>(round + 1));
          (void)transport.gather({});
          EXPECT_TRUE(tasks.lives.empty());
        }
      });
    }
  }
}

}  // namespace
}  // namespace waymark::cluster
