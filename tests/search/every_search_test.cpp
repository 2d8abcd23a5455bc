// What every strategy must do in the same way.
#include <gtest/gtest.h>

#include "base/watch.hpp"
#include "containers/pools.hpp"
#include "graph/graph.hpp"
#include "model/tiny.hpp"
#include "searching.hpp"

namespace waymark::search {
namespace {

using graph::Graph;
using model::Step;
using model::Tiny;
using model::TinyStep;

class EverySearch : public testing::TestWithParam<Order> {
 protected:
  Outcome run(model::Model& model, const Options& options = {}) { return search(GetParam(), model, options); }
};
INSTANTIATE_TEST_SUITE_P(, EverySearch, testing::Values(Order::depth_first, Order::breadth_first),
                         [](const auto& order) { return testing::PrintToString(order.param); });

TEST_P(EverySearch, takes_every_edge_of_a_diamond_once) {
  Graph diamond{{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  const Outcome outcome = run(diamond, everything());
  EXPECT_EQ(outcome.tallies.states, 4u);
  EXPECT_EQ(outcome.tallies.transitions, 4u);
  EXPECT_EQ(outcome.tallies.errors, 1u);
  EXPECT_EQ(outcome.tallies.explored, 4u);
  EXPECT_EQ(outcome.verdict, Verdict::violation);
  EXPECT_EQ(outcome.why, Why::finished);
}

TEST_P(EverySearch, ends_on_cycles_and_self_loops) {
  Graph graph{{0, 0}, {0, 1}, {1, 2}, {2, 0}, {2, 2}, {2, 1}};
  const Outcome outcome = run(graph);
  EXPECT_EQ(outcome.tallies.states, 3u);
  EXPECT_EQ(outcome.tallies.transitions, 6u);
  EXPECT_EQ(outcome.verdict, Verdict::holds);
}

TEST_P(EverySearch, counts_each_way_through_an_indivisible_sequence) {
  const auto graph = Graph::parse("0 1\n1 2\n1 3\n2 4\n2 0\n3 4\n3 4\n4 0\npass 1\npass 2\npass 3\n");
  const Outcome outcome = run(*graph);
  EXPECT_EQ(outcome.tallies.states, 2u);
  EXPECT_EQ(outcome.tallies.transitions, 5u);
  EXPECT_EQ(outcome.verdict, Verdict::holds);
}

TEST_P(EverySearch, stops_after_as_many_errors_as_asked_for) {
  Tiny fan([](std::uint32_t n) {
    std::vector<TinyStep> steps;
    for (std::uint32_t i = 1; n == 0 && i <= 10; ++i) steps.push_back({Step::moved, i});
    return steps;
  });
  for (std::uint64_t errors = 1; errors <= 10; ++errors) {
    Options options;
    options.limits.errors = errors;
    const Outcome outcome = run(fan, options);
    EXPECT_EQ(outcome.tallies.errors, errors);
    EXPECT_EQ(outcome.why, Why::errors);
    ASSERT_EQ(outcome.findings.size(), errors);
    for (std::uint32_t i = 0; i < errors; ++i) {
      EXPECT_EQ(outcome.findings[i].choices, std::vector<std::uint32_t>{i});
    }
  }
}

TEST_P(EverySearch, keeps_only_the_first_paths_but_counts_all_errors) {
  Tiny fan([](std::uint32_t n) {
    std::vector<TinyStep> steps;
    for (std::uint32_t i = 1; n == 0 && i <= 100; ++i) steps.push_back({Step::moved, i});
    return steps;
  });
  Options options = everything();
  options.limits.kept = 7;
  const Outcome outcome = run(fan, options);
  EXPECT_EQ(outcome.tallies.errors, 100u);
  EXPECT_EQ(outcome.findings.size(), 7u);
}

TEST_P(EverySearch, goes_on_behind_a_failure_that_arrived) {
  Tiny tiny([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n == 0) return {{Step::failed, 1, Step::moved}, {Step::failed, 2, Step::failed}};
    return {{Step::moved, 0}};
  });
  const Outcome outcome = run(tiny, everything());
  EXPECT_EQ(outcome.tallies.states, 2u);       // 2 was never arrived at
  EXPECT_EQ(outcome.tallies.transitions, 2u);  // 0 to 1 and back
  EXPECT_EQ(outcome.tallies.errors, 2u);
  ASSERT_EQ(outcome.findings.size(), 2u);
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>{0});
  EXPECT_EQ(outcome.findings[1].choices, std::vector<std::uint32_t>{1});
}

TEST_P(EverySearch, goes_on_behind_a_failure_inside_an_indivisible_sequence) {
  Tiny tiny([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n == 0) return {{Step::failed, 1, Step::intermediate}};
    if (n == 1) return {{Step::moved, 0}, {Step::moved, 2}};
    return {{Step::failed, 2, Step::moved}};
  });
  const Outcome outcome = run(tiny, everything());
  EXPECT_EQ(outcome.tallies.states, 2u);
  EXPECT_EQ(outcome.tallies.transitions, 3u);
  ASSERT_EQ(outcome.findings.size(), 2u);
  EXPECT_EQ(outcome.findings[0].choices, std::vector<std::uint32_t>{0});
  EXPECT_EQ(outcome.findings[0].length, 1u);
  // Over the failing passing place to state 2, and there once more.
  EXPECT_EQ(outcome.findings[1].choices, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(outcome.findings[1].length, 2u);
}

TEST_P(EverySearch, ignores_kinds_that_nobody_asked_about) {
  const auto graph = Graph::parse("0 1\n1 2\nfail 1\n");
  Options options;
  options.judged.waived = {"assertion"};
  options.judged.deadlock = false;
  const Outcome outcome = run(*graph, options);
  EXPECT_EQ(outcome.verdict, Verdict::holds);
  EXPECT_EQ(outcome.tallies.states, 3u);
}

TEST_P(EverySearch, takes_a_pruned_step_for_no_transition_and_no_deadlock) {
  Tiny tiny([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n == 0) return {{Step::pruned, 7}, {Step::moved, 1}};
    return {{Step::pruned, 8}};
  });
  const Outcome outcome = run(tiny);
  EXPECT_EQ(outcome.verdict, Verdict::holds);
  EXPECT_EQ(outcome.tallies.states, 2u);
  EXPECT_EQ(outcome.tallies.transitions, 1u);
}

TEST_P(EverySearch, concludes_nothing_from_what_is_unsupported) {
  Tiny tiny([](std::uint32_t) -> std::vector<TinyStep> { return {{Step::unsupported, 1}}; });
  const Outcome outcome = run(tiny);
  EXPECT_EQ(outcome.verdict, Verdict::error);
  EXPECT_EQ(outcome.why, Why::unsupported);
  EXPECT_EQ(outcome.unsupported.detail, "tiny");
}

TEST_P(EverySearch, judges_invariants_in_every_state_and_at_the_start) {
  Tiny ring([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, (n + 1) % 5}}; });
  for (model::Watch wrong = 0; wrong < 5; ++wrong) {
    Options options = everything();
    options.judged.invariants = {{wrong, "n != " + std::to_string(wrong)}};
    const Outcome outcome = run(ring, options);
    ASSERT_EQ(outcome.findings.size(), 1u);
    EXPECT_EQ(outcome.findings[0].violation.kind, "invariant");
    EXPECT_EQ(outcome.findings[0].length, wrong);
    EXPECT_EQ(outcome.findings[0].choices.size(), wrong);
    EXPECT_EQ(outcome.tallies.states, 5u);
  }
  Options options = everything();
  options.judged.invariants = {{9, "n != 9"}};
  EXPECT_EQ(run(ring, options).verdict, Verdict::holds);
}

TEST_P(EverySearch, cuts_an_indivisible_sequence_without_end) {
  Tiny endless([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::intermediate, n + 1}}; });
  const Outcome outcome = run(endless);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::endless);
  EXPECT_EQ(outcome.tallies.transitions, 0u);
}

TEST_P(EverySearch, ends_when_interrupted) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, n + 1}}; });
  base::Stop stop;
  // Asks from inside, as a signal would at some point of the search.
  class Impatient final : public StepListener {
   public:
    explicit Impatient(base::Stop& stop) : stop_(stop) {}
    void left(std::uint64_t, std::uint64_t) override { stop_.request(base::Stop::Why::interrupted); }
    void stepped(const Stepped& step) override {
      if (step.found.number == 5000) stop_.request(base::Stop::Why::interrupted);
    }

   private:
    base::Stop& stop_;
  } impatient(stop);
  Options options;
  options.limits.stop = &stop;
  options.listeners = {&impatient};
  const Outcome outcome = run(line, options);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::interrupted);
  EXPECT_LT(outcome.tallies.states, 10'000u);
}

TEST_P(EverySearch, ends_when_time_is_over) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, n + 1}}; });
  base::Stop stop;
  Options options;
  options.limits.stop = &stop;
  const base::Watch watch(stop, {0.05, std::nullopt, nullptr});
  const Outcome outcome = run(line, options);
  EXPECT_EQ(outcome.why, Why::time);
  EXPECT_GE(outcome.tallies.seconds, 0.04);
  EXPECT_LT(outcome.tallies.seconds, 5);
}

TEST_P(EverySearch, concludes_nothing_from_a_step_that_is_cut_short) {
  // From 0 one can go to 1, which is all right, and to 2, whose successors nobody ever learns.
  Tiny cut([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n == 2) throw base::Stopped(base::Stop::Why::memory);
    if (n == 1) return {{Step::moved, 0}};
    return {{Step::moved, 1}, {Step::moved, 2}};
  });
  const Outcome outcome = run(cut);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
  EXPECT_EQ(outcome.tallies.errors, 0u);  // no deadlock in 2 either
}

TEST_P(EverySearch, tells_what_it_found_before_a_step_was_cut_short) {
  base::Stop stop;
  Tiny cut([&](std::uint32_t n) -> std::vector<TinyStep> {
    stop.poll();
    if (n == 3) {
      stop.request(base::Stop::Why::time);
      stop.poll();
    }
    if (n == 1) return {{Step::failed, 1}};
    if (n == 0) return {{Step::moved, 1}, {Step::moved, 2}};
    return {{Step::moved, 3}};
  });
  Options options = everything();
  options.limits.stop = &stop;
  const Outcome outcome = run(cut, options);
  EXPECT_EQ(outcome.verdict, Verdict::violation);
  EXPECT_EQ(outcome.why, Why::time);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings.front().choices, (std::vector<std::uint32_t>{0, 0}));
  EXPECT_FALSE(stop.reached());  // so that it can be told
}

TEST_P(EverySearch, ends_when_memory_is_used_up) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, n + 1}}; });
  Options options;
  options.memory = 30'000'000;
  const Outcome outcome = run(line, options);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
}

TEST_P(EverySearch, ends_when_the_parts_of_states_use_up_the_memory) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> { return {{Step::moved, n + 1}}; });
  line.give_room_to(200);
  const Outcome outcome = run(line);
  EXPECT_EQ(outcome.verdict, Verdict::incomplete);
  EXPECT_EQ(outcome.why, Why::memory);
  EXPECT_GT(outcome.tallies.states, 100u);
}

TEST_P(EverySearch, claims_a_violation_even_if_it_did_not_finish) {
  Tiny line([](std::uint32_t n) -> std::vector<TinyStep> {
    if (n == 3) return {{Step::failed, 4, Step::moved}};
    return {{Step::moved, n + 1}};
  });
  Options options = everything();
  options.limits.depth = 10;
  const Outcome outcome = run(line, options);
  EXPECT_EQ(outcome.verdict, Verdict::violation);
  EXPECT_EQ(outcome.why, Why::depth);
}

}  // namespace
}  // namespace waymark::search
