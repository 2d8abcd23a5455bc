#include "certify/lean.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <random>
#include <set>

#include "oracle.hpp"
#include "recording.hpp"
#include "store/hash_compact.hpp"

namespace waymark::certify {
namespace {

using graph::Edges;

TEST(Lean, certifies_a_diamond) {
  const Scratch scratch;
  graph::Graph graph(diamond());
  record(graph, scratch.file("s"));
  const Result result = certify_lean(graphs(diamond()), scratch.file("s"));
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.states, 4u);
  EXPECT_EQ(result.figures.transitions, 4u);
  EXPECT_EQ(result.figures.depth, 2u);
}

TEST(Lean, records_the_tree_and_the_counts_of_a_diamond) {
  const Scratch scratch;
  graph::Graph graph(diamond());
  record(graph, scratch.file("s"));
  const Plain expected{{{{true, true}, 0}, {{true}, 0}, {{}, 1}, {{false}, 0}}};
  EXPECT_EQ(decode(scratch.file("s")), expected);
}

TEST(Lean, goes_through_passing_states_by_itself) {
  // Two ways through 1 and one through 2 to 3 and 4; the symbols are one per way.
  const auto parse = [] { return graph::Graph::parse("0 1\n1 2\n1 3\n2 3\n2 4\n3 0\npass 1\npass 2\n"); };
  const Scratch scratch;
  record(*parse(), scratch.file("s"));
  const Plain expected{{{{true, true, false}, 1}, {{false}, 1}, {{}, 0}}};
  EXPECT_EQ(decode(scratch.file("s")), expected);
  const Result result = certify_lean(parse, scratch.file("s"));
  EXPECT_EQ(result.verdict, Verdict::certified) << result.why;
  EXPECT_EQ(result.figures.transitions, 4u);
}

// Approximation plus certification is proof: a script of a search that kept a few bits of each state certifies if and
// only if no state was taken for another.
TEST(Lean, certifies_what_a_hash_compact_search_recorded_unless_it_lost_states) {
  const Scratch scratch;
  unsigned complete = 0;
  unsigned lossy = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Edges shape = graph::random_graph(30, 60, seed);
    graph::Graph graph(shape);
    const auto states = record(graph, scratch.file("exact")).tallies.states;
    base::Budget budget(std::uint64_t{1} << 30);
    const unsigned bits = seed % 2 == 0 ? 64 : 10;
    store::HashCompact store(budget, {.hash = {.seed = seed, .bits = bits}, .words = store::Words::to_expand});
    const search::Outcome outcome = record(graph, scratch.file("s"), store, budget);
    EXPECT_EQ(outcome.why, search::Why::omissions);
    const bool all = outcome.tallies.states == states;
    ++(all ? complete : lossy);
    const Result result = certify_lean(graphs(shape), scratch.file("s"));
    ASSERT_EQ(result.verdict, all ? Verdict::certified : Verdict::rejected) << seed << ": " << result.why;
  }
  EXPECT_GT(complete, 200u);
  EXPECT_GT(lossy, 50u);
}

TEST(Lean, certifies_what_was_recorded_of_random_graphs) {
  const Scratch scratch;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    std::mt19937 random(seed);
    const std::uint32_t states = 1 + static_cast<std::uint32_t>(random() % 60);
    const std::uint32_t edges = states - 1 + static_cast<std::uint32_t>(random() % 120);
    const Edges shape = graph::random_graph(states, edges, seed);
    graph::Graph graph(shape);
    record(graph, scratch.file("s"));
    const Result result = certify_lean(graphs(shape), scratch.file("s"));
    ASSERT_EQ(result.verdict, Verdict::certified) << "seed " << seed << ": " << result.why;
    ASSERT_EQ(result.figures.states, states);
    ASSERT_EQ(result.figures.transitions, edges);
  }
}

TEST(Lean, counts_of_thousands_survive) {
  // 3000 edges to one state: more than a byte holds, and rows of many bytes.
  Edges shape;
  for (std::uint32_t i = 0; i < 3000; ++i) shape.edges.push_back({i % 3, 2, 0});
  shape.edges.push_back({0, 1, 0});
  graph::Graph graph(shape);
  const Scratch scratch;
  record(graph, scratch.file("s"));
  EXPECT_EQ(certify_lean(graphs(shape), scratch.file("s")).verdict, Verdict::certified);
  std::uint64_t largest = 0;
  for (const auto& state : decode(scratch.file("s")).states) largest = std::max(largest, state.count);
  EXPECT_EQ(largest, 2999u);
}

TEST(Lean, rejects_the_script_of_another_program) {
  const Scratch scratch;
  unsigned rejected = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Edges shape = graph::random_graph(20, 40, seed);
    graph::Graph graph(shape);
    record(graph, scratch.file("s"));
    const Edges other = graph::random_graph(20, 40, seed + 1000);
    const bool truly = oracle_accepts(successors_of(other), decode(scratch.file("s")));
    const Result result = certify_lean(graphs(other), scratch.file("s"));
    ASSERT_EQ(result.verdict == Verdict::certified, truly);
    if (!truly) ++rejected;
  }
  EXPECT_GT(rejected, 190u);
}

TEST(Lean, finds_violations_that_the_producer_never_mentioned) {
  const auto parse = [] { return graph::Graph::parse("0 1\n0 2\n1 3\n2 3\n2 4\nend 3\nfail 4\n4 0\n"); };
  const Scratch scratch;
  record(*parse(), scratch.file("s"));
  Request request = only_the_script();
  EXPECT_EQ(certify_lean(parse, scratch.file("s"), request).verdict, Verdict::certified);
  request.waived.clear();
  Result result = certify_lean(parse, scratch.file("s"), request);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violation.kind, "assertion");
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{1, 1}));
  request = only_the_script();
  request.invariants = {"0"};  // holds in state 0 only
  result = certify_lean(parse, scratch.file("s"), request);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violation.kind, "invariant");
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{0}));
}

TEST(Lean, finds_a_deadlock_and_spares_a_proper_end) {
  const auto bad = [] { return graph::Graph::parse("0 1\n0 2\n1 3\nend 3\n"); };
  const auto good = [] { return graph::Graph::parse("0 1\n0 2\n1 3\nend 3\nend 2\n"); };
  const Scratch scratch;
  Request request;
  record(*bad(), scratch.file("s"));
  const Result result = certify_lean(bad, scratch.file("s"), request);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violation.kind, "deadlock");
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{1}));
  record(*good(), scratch.file("s"));
  EXPECT_EQ(certify_lean(good, scratch.file("s"), request).verdict, Verdict::certified);
}

TEST(Lean, checks_step_invariants_on_every_transition) {
  // From 1 one gets to 2 and, by a transition that is no tree edge, back to 0.
  const auto parse = [] { return graph::Graph::parse("0 1\n1 2\n1 0\n2 0\n"); };
  const Scratch scratch;
  record(*parse(), scratch.file("s"));
  Request request = only_the_script();
  request.step_invariants = {{"2", "0"}};
  EXPECT_EQ(certify_lean(parse, scratch.file("s"), request).verdict, Verdict::certified);
  request.step_invariants = {{"2", "0"}, {"1", "2"}};
  const Result result = certify_lean(parse, scratch.file("s"), request);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.violation.kind, "step-invariant");
  EXPECT_EQ(result.choices, (std::vector<std::uint32_t>{0, 1}));
}

TEST(Lean, stops_at_the_memory_limit_on_a_long_path) {
  Edges chain;
  for (std::uint32_t i = 0; i < 100'000; ++i) chain.edges.push_back({i, i + 1, 0});
  graph::Graph graph(chain);
  const Scratch scratch;
  record(graph, scratch.file("s"));
  Request request = only_the_script();
  request.memory = 1 << 20;
  EXPECT_EQ(certify_lean(graphs(chain), scratch.file("s"), request).verdict, Verdict::incomplete);
  EXPECT_EQ(certify_lean(graphs(chain), scratch.file("s")).verdict, Verdict::certified);
}

// A fan of chains: equal depth whatever its size, and from the end of each chain an edge that is no tree edge.
// 1000 hubs below the root, chains of nine below each; as many chains per hub as are needed.
Edges fan(std::uint32_t chains_per_hub) {
  Edges shape;
  std::uint32_t next = 1;
  for (std::uint32_t hub = 0; hub < 1000; ++hub) {
    const std::uint32_t here = next++;
    shape.edges.push_back({0, here, 0});
    for (std::uint32_t chain = 0; chain < chains_per_hub; ++chain) {
      std::uint32_t at = here;
      for (int step = 0; step < 9; ++step) {
        shape.edges.push_back({at, next, 0});
        at = next++;
      }
      shape.edges.push_back({at, here, 0});
    }
  }
  return shape;
}

TEST(Lean, holds_the_path_and_no_more) {
  const Scratch scratch;
  std::vector<std::uint64_t> bytes;
  for (const std::uint32_t chains : {5u, 40u}) {
    const Edges shape = fan(chains);
    graph::Graph graph(shape);
    record(graph, scratch.file("s"));
    const Result result = certify_lean(graphs(shape), scratch.file("s"));
    ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
    ASSERT_EQ(result.figures.states, 1001u + 9000u * chains);
    ASSERT_EQ(result.figures.depth, 10u);
    bytes.push_back(result.figures.path_bytes);
  }
  EXPECT_LT(bytes[1], bytes[0] + 100 * sizeof(model::Transition) * 4);  // hubs are broader
}

// Two processes with the same secret agree on every state; with another one on none.
TEST(Lean, two_processes_compute_the_same_products) {
  const Scratch scratch;
  const Edges shape = graph::random_graph(500, 2000, 7);
  graph::Graph graph(shape);
  record(graph, scratch.file("s"));
  const Secret secret = Secret::draw();
  const auto products = [&](const Secret& key) {
    graph::Graph again(shape);
    const Request request = only_the_script();
    LeanSlice slice(again, key, request);
    EXPECT_EQ(slice.run({open(scratch.file("s")), 0, 0, 0, {}, {}}).verdict, Verdict::certified);
    return slice.evidence().announced.bytes();
  };
  int channel[2];
  ASSERT_EQ(pipe(channel), 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto bytes_ = products(secret);
    _exit(write(channel[1], bytes_.data(), sizeof bytes_) == sizeof bytes_ ? 0 : 1);
  }
  Product::Bytes theirs = {};
  ASSERT_EQ(read(channel[0], theirs.data(), sizeof theirs), static_cast<ssize_t>(sizeof theirs));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  close(channel[0]);
  close(channel[1]);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(theirs, products(secret));
  EXPECT_NE(theirs, products(Secret::draw()));
}

}  // namespace
}  // namespace waymark::certify
