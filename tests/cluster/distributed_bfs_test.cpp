// A search by any number of ranks is the search by one process: tallies, verdict, violations, trails, script.
#include "cluster/search/distributed_bfs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <random>

#include "base/diagnostics.hpp"
#include "cases.hpp"
#include "cluster/kept.hpp"
#include "cluster/ranks.hpp"
#include "cluster/shared_search.hpp"
#include "cluster/transport/threads.hpp"
#include "graph/graph.hpp"
#include "observe/recorder.hpp"
#include "scratch.hpp"
#include "search/breadth_first.hpp"
#include "search/sprinkled.hpp"
#include "store/exact.hpp"

namespace waymark::cluster {
namespace {

search::Outcome by_one_process(const Case& given, const std::string& script = "") {
  const auto made = model_of(given);
  model::Model& graph = *made;
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  observe::LeanRecorder recorder(budget);
  const search::Outcome outcome =
      search::BreadthFirst({graph, &store, budget, given.limits, judged(given, graph), {&recorder}}).run();
  EXPECT_TRUE(script.empty() || recorder.write(script, {})) << recorder.why();
  return outcome;
}

// How ranks share the work.
struct Way {
  unsigned in_a_process = 1;  // ranks
  std::uint32_t remembered = 0;
  model::PartitionKey partition = model::PartitionKey::whole;
  unsigned lookahead = 0;
  bool asks_first = false;
  bool by_parts = false;
  MovingOwnership::Start start = MovingOwnership::Start::spread;
  std::optional<std::uint64_t> move_at = std::nullopt;
  std::string keep = {};    // a checkpoint after each level; and in the end, if that is a limit
  std::string resume = {};  // one to go on with
};

struct Done {
  std::vector<search::Outcome> outcomes;  // by rank
  std::vector<RankStatistics> shares;
};

ExchangeForm exchange_of(const Way& way, SwappableStore& store) {
  if (way.asks_first) return FingerprintsFirst{};
  if (way.by_parts) return Deltas{};
  WholeStates whole{.lookahead = way.lookahead};
  if (way.move_at) whole.moving = MovingOwnership::Settings{&store, *way.move_at, way.start};
  return whole;
}

Done done_by_ranks(const Case& given, unsigned ranks, const Way& way, const std::string& script = "") {
  Done done;
  std::vector<search::Outcome>& outcomes = done.outcomes;
  outcomes.resize(ranks);
  run_ranks(ranks, way.in_a_process, [&](Transport& transport) {
    const auto made = way.by_parts ? std::make_unique<Renaming>(model_of(given), transport.rank()) : model_of(given);
    model::Model& graph = *made;
    base::Budget budget(std::uint64_t{1} << 30);
    {
      SwappableStore store([&] { return std::make_unique<store::Exact>(budget); });
      observe::LeanRecorder recorder(budget);
      DistributedBfs levels({graph, &store, budget, given.limits, judged(given, graph), {}}, transport,
                            {.remembered = way.remembered,
                             .keeps = keeps_for(script),
                             .partition = way.partition,
                             .exchange = exchange_of(way, store)});
      Kept kept(way.keep);
      if (!way.keep.empty()) levels.keep_by(transport.rank() == 0 ? &kept : nullptr);
      if (!way.resume.empty()) {
        checkpoint::Reader reader(way.resume);
        if (levels.resume(reader)) reader.finish();
      }
      outcomes[transport.rank()] = levels.run();
      if (transport.rank() == 0) done.shares = levels.statistics().ranks;
      if (!script.empty() && outcomes[transport.rank()].verdict == search::Verdict::holds) {
        levels.collect([&](std::span<const std::uint8_t> row) { recorder.add_row(row); },
                       [&](std::uint64_t state, std::uint64_t count) { recorder.set_arrivals(state, count); });
        EXPECT_TRUE(transport.rank() != 0 || recorder.write(script, {})) << recorder.why();
      }
    }
    EXPECT_EQ(budget.used(), 0u);
  });
  return done;
}

std::vector<search::Outcome> by_ranks(const Case& given, unsigned ranks, std::uint32_t remembered,
                                      const std::string& script = "") {
  return done_by_ranks(given, ranks, {.remembered = remembered}, script).outcomes;
}

TEST(DistributedBfs, says_what_one_process_says) {
  unsigned violated = 0;
  for (unsigned seed = 0; seed < tests::cases(400); ++seed) {
    const Case given = random_case(seed);
    const search::Outcome expected = by_one_process(given);
    violated += expected.verdict == search::Verdict::violation ? 1 : 0;
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      for (const search::Outcome& outcome : by_ranks(given, ranks, seed % 3 == 0 ? 0 : 1 + seed % 100)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
        expect_same_but_numbers(outcome, expected);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(violated, tests::cases(100));
  EXPECT_LT(violated, tests::cases(350));
}

// What one process meets first is what counts, of all that ranks meet on a level.
TEST(DistributedBfs, says_of_what_is_not_supported_what_one_process_says) {
  unsigned unsupported = 0;
  for (unsigned seed = 0; seed < tests::cases(200); ++seed) {
    Case given = random_case(seed);
    given.supported = 3 + seed % 40;
    const search::Outcome expected = by_one_process(given);
    unsupported += expected.why == search::Why::unsupported ? 1 : 0;
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      for (const search::Outcome& outcome : by_ranks(given, ranks, seed % 40)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
        expect_same_but_numbers(outcome, expected);
        EXPECT_EQ(outcome.unsupported.detail, expected.unsupported.detail);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
  EXPECT_GT(unsupported, tests::cases(80));
}

// States that go by their parts arrive as what they are, though every rank calls these otherwise.
TEST(DistributedBfs, says_the_same_where_states_are_told_by_their_parts) {
  const tests::Scratch scratch;
  std::uint64_t again = 0;
  for (unsigned seed = 0; seed < tests::cases(150); ++seed) {
    const Case given = random_case(seed);
    const bool records = by_one_process(given).verdict == search::Verdict::holds;
    const std::string one = records ? scratch.file("one") : "";
    const std::string many = records ? scratch.file("many") : "";
    const search::Outcome expected = by_one_process(given, one);
    for (const unsigned ranks : {1u, 2u, 3u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      const Done done = done_by_ranks(given, ranks, {.remembered = seed % 5, .by_parts = true}, many);
      for (const search::Outcome& outcome : done.outcomes) expect_same_but_numbers(outcome, expected);
      for (const RankStatistics& share : done.shares) again += share.sent.again;
      if (records) {
        ASSERT_EQ(contents(many), contents(one));
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(again, tests::cases(1000));
}

// Ranks that are threads of several processes, in every way of sending states.
TEST(DistributedBfs, says_the_same_by_several_threads_of_several_processes) {
  const tests::Scratch scratch;
  unsigned scripts = 0;
  for (unsigned seed = 0; seed < tests::cases(120); ++seed) {
    const Case given = random_case(seed);
    const bool records = by_one_process(given).verdict == search::Verdict::holds;
    const std::string one = records ? scratch.file("one") : "";
    const std::string many = records ? scratch.file("many") : "";
    const search::Outcome expected = by_one_process(given, one);
    for (const unsigned processes : {1u, 2u, 3u}) {
      Way way{.in_a_process = 2 + seed % 2, .remembered = seed % 7};
      if (seed % 4 == 1) way.by_parts = true;
      if (seed % 4 == 2) way.asks_first = true;
      if (seed % 4 == 3) way.lookahead = 1;
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << processes << " processes");
      const Done done = done_by_ranks(given, processes * way.in_a_process, way, many);
      for (const search::Outcome& outcome : done.outcomes) expect_same_but_numbers(outcome, expected);
      if (records) {
        ASSERT_EQ(contents(many), contents(one));
        ++scripts;
      }
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(scripts, tests::cases(25));
}

TEST(DistributedBfs, writes_the_script_that_one_process_writes) {
  const tests::Scratch scratch;
  unsigned scripts = 0;
  for (unsigned seed = 0; seed < tests::cases(200); ++seed) {
    Case given{search::sprinkled(seed, 300), {}, false, {}};
    for (auto& [state, kind] : given.shape.kinds) {
      if (kind == graph::Edges::Kind::fail) kind = graph::Edges::Kind::end;
    }
    const search::Outcome expected = by_one_process(given, scratch.file("one"));
    ASSERT_EQ(expected.verdict, search::Verdict::holds);
    given.words_are_portable = seed % 3 != 0;
    for (const unsigned ranks : {2u, 3u, 5u}) {
      by_ranks(given, ranks, seed % 40, scratch.file("many"));
      ASSERT_EQ(contents(scratch.file("many")), contents(scratch.file("one"))) << "seed " << seed << ", " << ranks;
      ++scripts;
    }
  }
  EXPECT_EQ(scripts, tests::cases(600));
}

// Any partition, any beginning, and classes that move after any level, as far as memory says.
Way random_way(unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  Way way{.remembered = random() % 40};
  way.partition = static_cast<model::PartitionKey>(random() % 5);
  way.lookahead = random() % 4;
  way.start = static_cast<MovingOwnership::Start>(random() % 3);
  // What a store of a few states needs depends on its tables: any of these may be at once, or never.
  const std::uint64_t limits[] = {0, 20'000, 70'000, 80'000, 100'000, 200'000};
  way.move_at = limits[random() % std::size(limits)];
  return way;
}

TEST(DistributedBfs, says_the_same_however_states_are_shared) {
  std::uint64_t moved = 0;
  for (unsigned seed = 0; seed < tests::cases(60); ++seed) {
    Case given = random_case(seed);
    const search::Outcome expected = by_one_process(given);
    for (const unsigned ranks : {2u, 3u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      const Done done = done_by_ranks(given, ranks, random_way(seed));
      for (const search::Outcome& outcome : done.outcomes) expect_same_but_numbers(outcome, expected);
      for (const RankStatistics& share : done.shares) moved += share.moved;
      if (testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(moved, tests::cases(500));
}

TEST(DistributedBfs, writes_the_same_script_however_states_are_shared) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < tests::cases(20); ++seed) {
    Case given{search::sprinkled(seed, 300), {}, false, {}};
    for (auto& [state, kind] : given.shape.kinds) {
      if (kind == graph::Edges::Kind::fail) kind = graph::Edges::Kind::end;
    }
    (void)by_one_process(given, scratch.file("one"));
    given.words_are_portable = seed % 3 != 0;
    for (const unsigned ranks : {2u, 3u, 5u}) {
      (void)done_by_ranks(given, ranks, random_way(seed), scratch.file("many"));
      ASSERT_EQ(contents(scratch.file("many")), contents(scratch.file("one"))) << "seed " << seed << ", " << ranks;
    }
  }
}

// In pieces that end at any number of states, each by another number of ranks, with other ways to share them.
TEST(DistributedBfs, goes_on_from_a_checkpoint_with_any_number_of_ranks) {
  const tests::Scratch scratch;
  unsigned pieces = 0;
  for (unsigned seed = 0; seed < tests::cases(40); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Case given = random_case(seed);
    given.limits.states = search::Limits{}.states;
    given.limits.errors = 1;
    const search::Outcome expected = by_one_process(given);
    std::mt19937 engine(seed);
    const unsigned ranks[] = {1, 2, 3, 5};
    std::string resume;
    std::uint64_t states = 0;
    Done done;
    // What ends at a limit and has found something tells it; one process would have gone on. So the last has no limit.
    for (bool last = false;;) {
      Case piece = given;
      states += 1 + engine() % 40;
      if (!last) piece.limits.states = states;
      Way way = random_way(static_cast<unsigned>(engine()));
      way.keep = scratch.file("kept");
      way.resume = resume;
      done = done_by_ranks(piece, ranks[engine() % 4], way);
      if (last) break;
      last = done.outcomes[0].why != search::Why::memory;
      if (std::filesystem::exists(way.keep)) resume = way.keep;
      ++pieces;
    }
    for (const search::Outcome& outcome : done.outcomes) expect_same_but_numbers(outcome, expected);
    if (testing::Test::HasFailure()) return;
    std::filesystem::remove(scratch.file("kept"));
  }
  EXPECT_GT(pieces, tests::cases(40));
}

TEST(DistributedBfs, writes_the_same_script_after_any_stop) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < tests::cases(20); ++seed) {
    Case given{search::sprinkled(seed, 300), {}, false, {}};
    for (auto& [state, kind] : given.shape.kinds) {
      if (kind == graph::Edges::Kind::fail) kind = graph::Edges::Kind::end;
    }
    const search::Outcome expected = by_one_process(given, scratch.file("one"));
    Case piece = given;
    piece.limits.states = 1 + seed * 17 % expected.tallies.states;
    const std::string kept = scratch.file("kept");
    (void)done_by_ranks(piece, 3, {.remembered = 20, .keep = kept}, scratch.file("many"));
    ASSERT_TRUE(std::filesystem::exists(kept)) << seed;
    for (const unsigned ranks : {1u, 2u, 5u}) {
      Way way = random_way(seed);
      way.resume = kept;
      (void)done_by_ranks(given, ranks, way, scratch.file("many"));
      ASSERT_EQ(contents(scratch.file("many")), contents(scratch.file("one"))) << "seed " << seed << ", " << ranks;
    }
  }
}

// A checkpoint of another graph: a tree edge is missing, or leads to a state that was met before.
TEST(DistributedBfs, refuses_a_checkpoint_that_does_not_fit) {
  const tests::Scratch scratch;
  const auto shape = [](std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> edges) {
    graph::Edges made;
    for (const auto& [from, to] : edges) made.edges.push_back({from, to, 0});
    return made;
  };
  const std::string kept = scratch.file("kept");
  Case given{shape({{0, 1}, {0, 2}, {1, 3}, {2, 4}, {3, 5}, {4, 6}, {5, 7}}), {}, false, {}};
  given.limits.states = 6;
  (void)done_by_ranks(given, 1, {.keep = kept});
  ASSERT_TRUE(std::filesystem::exists(kept));
  for (const graph::Edges& other : {shape({{0, 1}, {1, 2}, {2, 3}}), shape({{0, 1}, {0, 2}, {1, 2}, {2, 1}})}) {
    EXPECT_THROW((void)done_by_ranks({other, {}, false, {}}, 1, {.resume = kept}), base::InputError);
  }
}

// All begin with all states until memory is short; rank 0 alone until then; or states are spread from the beginning.
TEST(DistributedBfs, begins_as_it_is_told_to) {
  const Case given{graph::random_graph(2'000, 8'000, 5), {}, false, {}};
  const search::Outcome expected = by_one_process(given);
  const std::uint64_t never = std::uint64_t{1} << 30;
  const Done shared = done_by_ranks(given, 3, {.start = MovingOwnership::Start::shared, .move_at = never});
  const Done first = done_by_ranks(given, 3, {.start = MovingOwnership::Start::first, .move_at = never});
  const Done spread = done_by_ranks(given, 3, {.start = MovingOwnership::Start::spread, .move_at = never});
  for (const Done& done : {shared, first, spread}) expect_same_but_numbers(done.outcomes[2], expected);
  std::uint64_t sent = 0;
  for (unsigned rank = 0; rank < 3; ++rank) {
    EXPECT_EQ(shared.shares[rank].sent.states, 0u);
    EXPECT_EQ(first.shares[rank].states, rank == 0 ? expected.tallies.states : 0);
    EXPECT_NEAR(static_cast<double>(spread.shares[rank].states), 2'000.0 / 3, 150);
    EXPECT_NEAR(static_cast<double>(shared.shares[rank].states), 2'000.0 / 3, 150);
    sent += spread.shares[rank].sent.states;
  }
  EXPECT_GT(sent, 1'000u);
}

// Who has looked at the successors of what it sent is not sent them.
TEST(DistributedBfs, does_not_send_what_was_found_ahead) {
  const Case given{graph::random_graph(3'000, 9'000, 5), {}, false, {}};
  const search::Outcome expected = by_one_process(given);
  std::uint64_t before = ~std::uint64_t{0};
  std::uint64_t remote = 0;
  for (const unsigned generations : {0u, 1u, 2u}) {
    const Done done = done_by_ranks(given, 2, {.lookahead = generations});
    expect_same_but_numbers(done.outcomes[0], expected);
    std::uint64_t sent = 0;
    std::uint64_t ahead = 0;
    for (const RankStatistics& share : done.shares) {
      sent += share.sent.states;
      ahead += share.sent.ahead;
    }
    if (generations == 0) remote = sent;
    EXPECT_EQ(sent + ahead, remote);  // what leads to another rank is told either way
    EXPECT_LT(sent, before);
    EXPECT_EQ(ahead == 0, generations == 0);
    before = sent;
  }
}

// By fingerprints: the same is said, script included, and a state is sent at most once, to its keeper.
TEST(DistributedBfs, sends_states_only_where_they_are_new) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < tests::cases(60); ++seed) {
    Case given = random_case(seed);
    const search::Outcome expected = by_one_process(given);
    for (const unsigned ranks : {2u, 3u, 5u}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << ranks << " ranks");
      const Way way{.partition = static_cast<model::PartitionKey>(seed % 4), .asks_first = true};
      for (const search::Outcome& outcome : done_by_ranks(given, ranks, way).outcomes)
        expect_same_but_numbers(outcome, expected);
      if (testing::Test::HasFailure()) return;
    }
  }
  const Case given{graph::random_graph(2'000, 8'000, 5), {}, false, {}};
  const search::Outcome expected = by_one_process(given, scratch.file("one"));
  const Done told = done_by_ranks(given, 3, {.asks_first = true}, scratch.file("many"));
  EXPECT_EQ(contents(scratch.file("many")), contents(scratch.file("one")));
  const Done whole = done_by_ranks(given, 3, {});
  std::uint64_t remote = 0;
  std::uint64_t sent = 0;
  std::uint64_t edges = 0;
  for (unsigned rank = 0; rank < 3; ++rank) {
    remote += whole.shares[rank].sent.states;
    sent += told.shares[rank].sent.states;
    edges += told.shares[rank].sent.states + told.shares[rank].sent.again;
  }
  EXPECT_EQ(edges, remote);
  EXPECT_LT(sent, expected.tallies.states);
  EXPECT_GT(sent, expected.tallies.states / 4);
}

TEST(DistributedBfs, goes_on_from_a_checkpoint_by_fingerprints) {
  const tests::Scratch scratch;
  unsigned resumed = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    Case given{search::sprinkled(seed, 300), {}, false, {}};
    given.limits.errors = 1;
    const search::Outcome expected = by_one_process(given);
    Case piece = given;
    piece.limits.states = 1 + seed * 17 % expected.tallies.states;
    const std::string kept = scratch.file("kept");
    std::filesystem::remove(kept);
    (void)done_by_ranks(piece, 3, {.asks_first = true, .keep = kept});
    if (!std::filesystem::exists(kept)) continue;
    ++resumed;
    for (const search::Outcome& outcome : done_by_ranks(given, 2, {.asks_first = true, .resume = kept}).outcomes) {
      expect_same_but_numbers(outcome, expected);
    }
  }
  EXPECT_GT(resumed, 3u);
}

// Rank 0 begins alone, and gives two thirds away as soon as it may.
TEST(DistributedBfs, moves_states_to_who_has_few) {
  const Case given{graph::random_graph(20'000, 60'000, 9), {}, false, {}};
  const Done done = done_by_ranks(given, 3, {.start = MovingOwnership::Start::first, .move_at = 400'000});
  expect_same_but_numbers(done.outcomes[0], by_one_process(given));
  EXPECT_GT(done.shares[0].moved, 100u);
  for (const RankStatistics& share : done.shares) EXPECT_NEAR(static_cast<double>(share.states), 20'000.0 / 3, 2'500);
}

// A wide level after a narrow one: batches fill up and ranks wait for each other.
TEST(DistributedBfs, sends_more_than_is_taken_at_a_time) {
  const Case given{graph::random_graph(60'000, 300'000, 7), {}, false, {}};
  const search::Outcome expected = by_one_process(given);
  for (const search::Outcome& outcome : by_ranks(given, 3, 64)) expect_same_but_numbers(outcome, expected);
}

TEST(DistributedBfs, ends_on_all_ranks_when_one_has_no_room) {
  const Case given{graph::random_graph(50'000, 200'000, 3), {}, false, {}};
  std::vector<search::Outcome> outcomes(3);
  Threads(3).run([&](Transport& transport) {
    graph::Graph graph(given.shape);
    base::Budget budget(transport.rank() == 1 ? 200'000 : std::uint64_t{1} << 30);
    store::Exact store(budget);
    DistributedBfs levels({graph, &store, budget, given.limits, judged(given, graph), {}}, transport, {});
    outcomes[transport.rank()] = levels.run();
  });
  for (const search::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.verdict, search::Verdict::incomplete);
    EXPECT_EQ(outcome.why, search::Why::memory);
  }
}

TEST(DistributedBfs, ends_on_all_ranks_when_one_is_told_to) {
  const Case given{graph::random_graph(50'000, 200'000, 3), {}, false, {}};
  std::vector<search::Outcome> outcomes(3);
  Threads(3).run([&](Transport& transport) {
    graph::Graph graph(given.shape);
    base::Budget budget(std::uint64_t{1} << 30);
    store::Exact store(budget);
    base::Stop stop;
    if (transport.rank() == 2) stop.request(base::Stop::Why::interrupted);
    search::Limits limits;
    limits.stop = &stop;
    DistributedBfs levels({graph, &store, budget, limits, judged(given, graph), {}}, transport, {});
    outcomes[transport.rank()] = levels.run();
  });
  for (const search::Outcome& outcome : outcomes) {
    EXPECT_EQ(outcome.verdict, search::Verdict::incomplete);
    EXPECT_EQ(outcome.why, search::Why::interrupted);
  }
}

}  // namespace
}  // namespace waymark::cluster
