#include "search/breadth_first.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>

#include "model/graph.hpp"
#include "searching.hpp"
#include "tiny.hpp"

namespace waymark::search {
namespace {

using model::Graph;
using model::Step;

// The least number of transitions to a violation, by a plain walk with sets; nothing if there is none.
std::optional<std::uint64_t> shortest_by_oracle(model::Model& model) {
  using Words = std::vector<model::Word>;
  std::set<Words> met;
  std::vector<Words> level;
  model.reset();
  const auto note = [&](std::vector<Words>& next) {
    const auto words = model.pack().words;
    const auto [where, fresh] = met.insert(Words(words.begin(), words.end()));
    if (fresh) next.push_back(*where);
  };
  note(level);
  for (std::uint64_t depth = 0; !level.empty(); ++depth) {
    std::vector<Words> next;
    bool failed = false;
    for (const Words& state : level) {
      const auto expand = [&](auto& self) -> std::uint64_t {
        std::vector<model::Transition> enabled;
        model.enabled(enabled);
        for (const model::Transition& transition : enabled) {
          const model::Mark mark = model.mark();
          const Step step = model.fire(transition);
          if (step == Step::failed) failed = true;
          if (step == Step::passing) self(self);
          if (step == Step::moved || step == Step::failed) note(next);
          model.rewind(mark);
        }
        return enabled.size();
      };
      model.unpack(state);
      const std::uint64_t width = expand(expand);
      if (width == 0 && !model.facts().proper_end) return depth;
    }
    if (failed) return depth + 1;
    level = std::move(next);
  }
  return std::nullopt;
}

// Random graphs with failing and passing states sprinkled in; passing ones lead upwards only, so they end.
model::Edges sprinkled(unsigned seed) {
  std::mt19937 engine(seed);
  const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
  const std::uint32_t states = 5 + random() % 60;
  model::Edges shape = model::random_graph(states, states + random() % (2 * states), seed);
  shape.kinds.clear();
  std::vector<bool> passing(states);
  for (std::uint32_t state = 1; state + 1 < states; ++state) passing[state] = random() % 6 == 0;
  std::vector<model::Edges::Edge> kept;
  std::vector<std::uint32_t> width(states);
  for (const auto& edge : shape.edges) {
    if (passing[edge.from] && edge.to <= edge.from) continue;
    kept.push_back(edge);
    ++width[edge.from];
  }
  for (std::uint32_t state = 0; state < states; ++state) {
    if (passing[state]) {
      if (width[state] == 0) kept.push_back({state, state + 1, 0});
      shape.kinds.emplace_back(state, model::Edges::Kind::pass);
    } else if (width[state] == 0 && random() % 4 != 0) {
      shape.kinds.emplace_back(state, model::Edges::Kind::end);
    } else if (random() % 20 == 0) {
      shape.kinds.emplace_back(state, model::Edges::Kind::fail);
    }
  }
  shape.edges = kept;
  return shape;
}

TEST(BreadthFirst, first_violation_is_as_short_as_any) {
  unsigned violated = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Graph graph(sprinkled(seed));
    const auto expected = shortest_by_oracle(graph);
    const Outcome outcome = search(Order::breadth_first, graph);
    ASSERT_EQ(outcome.findings.size(), expected ? 1u : 0u) << "seed " << seed;
    if (!expected) continue;
    ++violated;
    const Finding& finding = outcome.findings[0];
    ASSERT_EQ(finding.length, *expected) << "seed " << seed;
    ASSERT_TRUE(outcome.shortest);
    // The trail leads where it says.
    const Step last = replay(graph, finding.choices);
    if (finding.violation.kind == "deadlock") {
      std::vector<model::Transition> enabled;
      graph.enabled(enabled);
      ASSERT_TRUE(enabled.empty()) << "seed " << seed;
    } else {
      ASSERT_EQ(last, Step::failed) << "seed " << seed;
    }
  }
  EXPECT_GT(violated, 500u);
  EXPECT_LT(violated, 2000u);
}

TEST(BreadthFirst, prefers_a_deadlock_on_this_level_to_a_failure_on_the_next) {
  // State 1 leads to failure in two steps; state 2 is a deadlock after one.
  const auto graph = Graph::parse("0 1\n0 2\n1 3\n3 0\nfail 3\n");
  const Outcome outcome = search(Order::breadth_first, *graph);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].violation.kind, "deadlock");
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>{1});
  Options options;
  options.judged.deadlock = false;
  const Outcome second = search(Order::breadth_first, *graph, options);
  ASSERT_EQ(second.findings.size(), 1u);
  EXPECT_EQ(second.findings[0].violation.kind, "assertion");
  EXPECT_EQ(second.findings[0].choices, (std::vector<std::uint32_t>{0, 0}));
}

TEST(BreadthFirst, retraces_a_deep_trail) {
  constexpr std::uint32_t length = 300'000;
  Tiny chain([](std::uint32_t n) {
    if (n == length) return std::vector<TinyStep>{};
    return std::vector<TinyStep>{{Step::moved, 0}, {Step::moved, n + 1}};
  });
  const Outcome outcome = search(Order::breadth_first, chain);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>(length, 1));
}

TEST(BreadthFirst, explores_exactly_the_states_within_the_depth_limit) {
  Tiny tree([](std::uint32_t n) { return std::vector<TinyStep>{{Step::moved, 2 * n + 1}, {Step::moved, 2 * n + 2}}; });
  for (std::uint64_t depth = 0; depth < 10; ++depth) {
    Options options;
    options.limits.depth = depth;
    const Outcome outcome = search(Order::breadth_first, tree, options);
    EXPECT_EQ(outcome.tallies.states, (std::uint64_t{2} << depth) - 1);
    EXPECT_EQ(outcome.tallies.depth, depth);
    EXPECT_EQ(outcome.verdict, Verdict::incomplete);
    EXPECT_EQ(outcome.why, Why::depth);
  }
}

}  // namespace
}  // namespace waymark::search
