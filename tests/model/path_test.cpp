#include "model/path.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "graph/graph.hpp"
#include "model/random_steps.hpp"
#include "model/tiny.hpp"

namespace waymark::model {
namespace {

constexpr std::uint64_t deepest = 5;  // nodes

// What is met on the way: the choices from the beginning, what became of the last one, and the number it led to.
struct Met {
  std::vector<std::uint32_t> choices;
  Step outcome;
  std::uint32_t to;
  std::uint64_t depth;  // states passed on the way
  friend bool operator==(const Met&, const Met&) = default;
};

// By plain recursion over the table.
void expect_from(const Steps& table, std::uint32_t here, std::vector<std::uint32_t>& choices, std::uint64_t depth,
                 std::vector<Met>& out) {
  for (std::uint32_t choice = 0; choice < table[here].size(); ++choice) {
    const TinyStep& step = table[here][choice];
    const Step became = step.step == Step::failed ? step.after : step.step;
    choices.push_back(choice);
    out.push_back({choices, became, step.to, depth});
    const bool goes_on = became == Step::moved || became == Step::intermediate;
    if (goes_on && choices.size() < deepest) {
      expect_from(table, step.to, choices, depth + (became == Step::moved ? 1 : 0), out);
    }
    choices.pop_back();
  }
}

std::vector<Met> every_way(Tiny& model, base::Budget& budget) {
  std::vector<Met> out;
  Path path(model, budget);
  model.reset();
  EXPECT_TRUE(path.push(0));
  while (!path.empty()) {
    if (path.exhausted()) {
      path.pop();
      continue;
    }
    const Step step = path.step();
    Met& met = out.emplace_back(Met{{}, step, model.pack().words[0], path.depth()});
    path.choices(met.choices);
    for (std::uint64_t node = 0; node < path.size(); ++node) {
      EXPECT_EQ(path.choice_at(node), met.choices[node]);
      EXPECT_EQ(path.transition_at(node).choice, met.choices[node]);
    }
    if (path.size() == deepest) continue;
    const bool room = step == Step::moved          ? path.push(path.number() + 1)
                      : step == Step::intermediate ? path.push_intermediate()
                                                   : true;
    EXPECT_TRUE(room);
  }
  return out;
}

TEST(Path, takes_every_way_in_order_and_turns_back) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Steps table = random_steps(seed);
    std::vector<Met> expected;
    std::vector<std::uint32_t> choices;
    expect_from(table, 0, choices, 0, expected);
    Tiny model([&](std::uint32_t number) { return table[number]; });
    base::Budget budget(std::numeric_limits<std::uint64_t>::max());
    ASSERT_EQ(every_way(model, budget), expected) << "seed " << seed;
    EXPECT_EQ(budget.used(), 0u);
  }
}

// State 0 leads to 1; through a choice to 2 or 3; and, by a step that fails, to 4.
const Steps branching = {{{Step::moved, 1}, {Step::intermediate, 5}, {Step::failed, 4, Step::moved}, {Step::pruned, 0}},
                         {},
                         {},
                         {},
                         {},
                         {{Step::moved, 2}, {Step::moved, 3}}};

TEST(Path, enumerates_all_successors_through_indivisible_sequences_and_failing_steps) {
  Tiny model([&](std::uint32_t number) { return branching[number]; });
  model.reset();
  Path path(model);
  ASSERT_TRUE(path.push(7));
  std::vector<std::uint32_t> met;
  const auto use = [&] {
    EXPECT_EQ(path.number(), 7u);
    met.push_back(model.pack().words[0]);
    return met.size() < 3;
  };
  EXPECT_EQ(path.each_successor(no_chain_limit, use), Expansion::stopped);
  EXPECT_EQ(met, (std::vector<std::uint32_t>{1, 2, 3}));
  std::vector<std::uint32_t> choices;
  path.choices(choices);
  EXPECT_EQ(choices, (std::vector<std::uint32_t>{1, 1})) << "the choices taken stay where it was stopped";
  while (path.intermediate()) path.pop();
  EXPECT_EQ(path.each_successor(no_chain_limit, [&] { return met.push_back(model.pack().words[0]), true; }),
            Expansion::complete);
  EXPECT_EQ(met, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(path.size(), 1u);
  path.clear();
  EXPECT_TRUE(path.empty());
}

TEST(Path, says_of_an_enumeration_that_an_indivisible_sequence_is_endless) {
  Tiny model([](std::uint32_t number) -> std::vector<TinyStep> {
    if (number == 0) return {{Step::moved, 1}, {Step::intermediate, 2}};
    return {{Step::intermediate, number + 1}};
  });
  model.reset();
  Path path(model);
  ASSERT_TRUE(path.push(0));
  unsigned steps = 0;
  EXPECT_EQ(path.each_step(5, [&](Step, Step) { return ++steps, true; }), Expansion::endless);
  EXPECT_EQ(steps, 1u + 6u);
}

TEST(Path, counts_choices_inside_indivisible_sequences_to_the_state_they_began_in) {
  const auto graph = graph::Graph::parse("0 1\n1 2\n2 3\n3 3\npass 2\n");
  base::Budget budget(std::numeric_limits<std::uint64_t>::max());
  Path path(*graph, budget);
  graph->reset();
  ASSERT_TRUE(path.push(10));
  ASSERT_EQ(path.step(), Step::moved);
  ASSERT_TRUE(path.push(11));
  ASSERT_EQ(path.step(), Step::intermediate);
  ASSERT_TRUE(path.push_intermediate());
  EXPECT_TRUE(path.intermediate());
  EXPECT_EQ(path.chain(), 1u);
  EXPECT_EQ(path.number(), 11u);
  EXPECT_EQ(path.depth(), 1u);
  EXPECT_EQ(path.size(), 3u);
  ASSERT_EQ(path.step(), Step::moved);
  ASSERT_TRUE(path.push(12));
  EXPECT_EQ(path.depth(), 2u);
  EXPECT_EQ(path.choices_before(12), 3u);
}

TEST(Path, is_as_it_was_where_there_is_no_room) {
  graph::Graph graph{{0, 1}, {0, 2}};
  base::Budget none(0);
  Path path(graph, none);
  graph.reset();
  EXPECT_FALSE(path.push(0));
  EXPECT_TRUE(path.empty());
}

}  // namespace
}  // namespace waymark::model
