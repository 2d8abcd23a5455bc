#include "search/hunt/hunt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>

#include "model/flat_state.hpp"
#include "search/hunt/guides.hpp"
#include "search/hunt/minimise.hpp"
#include "searching.hpp"

namespace waymark::search {
namespace {

// Actors that each take so many steps; a step sets who moved where. `bad` says which orders of steps are violations,
// given who moved when.
class Lanes final : public model::Model {
 public:
  using Order = std::vector<std::uint32_t>;
  using Bad = std::function<bool(const Order&)>;
  Lanes(std::vector<std::uint32_t> steps, Bad bad) : steps_(std::move(steps)), bad_(std::move(bad)) {}

  void key(const model::Key&) override {}
  model::Watch watch(std::string_view) override { return 0; }
  void reset() override { order_.clear(); }
  void enabled(std::vector<model::Transition>& out) override {
    out.clear();
    for (std::uint32_t actor = 0; actor < steps_.size(); ++actor) {
      const auto taken = static_cast<std::uint32_t>(std::count(order_.begin(), order_.end(), actor));
      if (taken < steps_[actor]) out.push_back({actor, actor * 100 + taken, 0});
    }
  }
  model::Step fire(const model::Transition& transition) override {
    order_.push_back(transition.actor);
    violation_ = {"assertion", "bad", "here"};
    return bad_(order_) ? model::Step::failed : model::Step::moved;
  }
  const model::Violation& violation() const override { return violation_; }
  model::Mark mark() override { return order_.size(); }
  void rewind(model::Mark mark) override { order_.resize(mark); }
  model::Packed pack() override { return {order_, {}}; }
  void unpack(std::span<const model::Word> words) override { order_.assign(words.begin(), words.end()); }
  void write(base::ByteSink&) override {}
  bool read(base::ByteSource&) override { return false; }
  model::Fingerprint fingerprint() override {
    model::Fingerprint sum{1, order_.size()};
    for (const std::uint32_t actor : order_) sum.low = sum.low * 31 + actor + 1;
    return sum;
  }
  bool holds(model::Watch) override { return true; }
  model::Facts facts() override { return {.proper_end = true}; }
  std::uint64_t bytes() const override { return 0; }
  model::ActionId actions() const override { return 0; }
  model::Action action(model::ActionId) const override { return {}; }
  bool reached(model::ActionId) const override { return true; }
  model::Step explain(const model::Transition& transition, model::Explanation&) override { return fire(transition); }

 private:
  std::vector<std::uint32_t> steps_;
  Bad bad_;
  Order order_;
  model::Violation violation_;
};

bool never(const Lanes::Order&) { return false; }

std::uint64_t switches(const Lanes::Order& order) {
  std::uint64_t count = 0;
  for (std::size_t i = 1; i < order.size(); ++i) count += order[i] != order[i - 1] ? 1 : 0;
  return count;
}

// The orders of some runs by one guide.
template <typename Kind>
std::vector<Lanes::Order> orders(const std::vector<std::uint32_t>& steps, std::uint64_t points, int runs) {
  Lanes lanes(steps, never);
  Coin coin(1);
  Kind guide(coin);
  RunShape shape;
  std::vector<Lanes::Order> all;
  for (int i = 0; i < runs; ++i) {
    lanes.reset();
    guide.begin(points, shape);
    Lanes::Order& order = all.emplace_back();
    std::vector<model::Transition> enabled;
    for (lanes.enabled(enabled); !enabled.empty(); lanes.enabled(enabled)) {
      std::vector<std::uint32_t> untried(enabled.size());
      for (std::uint32_t k = 0; k < untried.size(); ++k) untried[k] = k;
      const model::Transition taken = enabled[guide.choose({enabled, untried}, lanes)];
      order.push_back(taken.actor);
      EXPECT_EQ(lanes.fire(taken), model::Step::moved);
      guide.arrived(taken, false);
    }
    shape.decisions = std::max(shape.decisions, guide.shape().decisions);
    EXPECT_EQ(guide.shape().actors, steps.size());
  }
  return all;
}

TEST(Hunt, few_switches_are_no_more_than_those_points) {
  for (std::uint64_t points = 0; points < 3; ++points) {
    std::uint64_t most = 0;
    for (const Lanes::Order& order : orders<FewSwitches>({5, 5, 5}, points, 300))
      most = std::max(most, switches(order));
    EXPECT_EQ(most, 2 + points);
  }
}

// Ahead of both others' steps comes any one with a chance of a third, and a switch after any step of n and k with 1/nk.
TEST(Hunt, priorities_meet_a_fault_as_often_as_their_bound_says) {
  int first = 0;
  for (const Lanes::Order& order : orders<ByPriority>({4, 4, 4}, 0, 3000)) {
    EXPECT_EQ(switches(order), 2u);
    first += order.front() == 2 ? 1 : 0;
  }
  EXPECT_NEAR(first, 1000, 150);
  int split = 0;
  for (const Lanes::Order& order : orders<ByPriority>({4, 4, 4}, 1, 3000)) {
    const bool meets = order[0] == 1 && order[1] == 1 && order[2] != 1;
    split += meets ? 1 : 0;
  }
  EXPECT_GE(split, 3000 / (3 * 12));
}

TEST(Hunt, by_event_comes_to_every_order) {
  std::set<Lanes::Order> met;
  for (const Lanes::Order& order : orders<ByEvent>({2, 2}, 0, 500)) met.insert(order);
  EXPECT_EQ(met.size(), 6u);
}

// Actor 1 between two neighbouring steps of actor 0.
bool comes_between(const Lanes::Order& order) {
  return order.size() >= 2 && order.back() == 1 && std::count(order.begin(), order.end(), 0u) == 7;
}

struct Hunted {
  Outcome outcome;
  Statistics statistics;
};

Hunted hunt(const std::vector<std::uint32_t>& steps, const Lanes::Bad& bad, const Hunt::Settings& settings) {
  Lanes lanes(steps, bad);
  base::Budget budget(std::uint64_t{1} << 30);
  const auto other = [&] { return Subject{std::make_unique<Lanes>(steps, bad), {}}; };
  Hunt search({lanes, nullptr, budget, {}, {}, {}}, other, settings);
  Outcome outcome = search.run();
  return {std::move(outcome), search.statistics()};
}

TEST(Hunt, finds_the_same_with_the_same_seed) {
  const Hunted one = hunt({20, 20, 20}, comes_between, {.seed = 3, .runs = 1000});
  const Hunted two = hunt({20, 20, 20}, comes_between, {.seed = 3, .runs = 1000});
  const Hunted other = hunt({20, 20, 20}, comes_between, {.seed = 4, .runs = 1000});
  ASSERT_EQ(one.outcome.verdict, Verdict::violation);
  EXPECT_EQ(one.outcome.findings[0].choices, two.outcome.findings[0].choices);
  EXPECT_EQ(one.statistics.hunt->runs, two.statistics.hunt->runs);
  EXPECT_NE(one.outcome.findings[0].choices, other.outcome.findings[0].choices);
}

TEST(Hunt, is_incomplete_where_nothing_is_found) {
  for (const unsigned jobs : {1u, 3u}) {
    const Hunted found = hunt({3, 3}, never, {.jobs = jobs, .runs = 200});
    EXPECT_EQ(found.outcome.verdict, Verdict::incomplete);
    EXPECT_EQ(found.outcome.why, Why::sampled);
    EXPECT_EQ(found.statistics.hunt->runs, 200u);
    EXPECT_EQ(found.outcome.tallies.transitions, 1200u);
    EXPECT_NEAR(static_cast<double>(found.outcome.tallies.states), 69, 3);  // all sequences of up to 3 of each
  }
}

TEST(Hunt, ends_all_workers_at_the_first_violation) {
  const Hunted found = hunt({20, 20, 20}, comes_between, {.jobs = 3});
  EXPECT_EQ(found.outcome.verdict, Verdict::violation);
  EXPECT_EQ(found.outcome.tallies.errors, 1u);
}

TEST(Hunt, minimises_to_the_fewest_preemptions_and_then_steps) {
  Lanes lanes({10, 10, 10}, comes_between);
  std::vector<std::uint32_t> choices;  // in turn, until 0 has taken seven
  for (int i = 0; i < 6; ++i) choices.insert(choices.end(), {0, 1, 2});
  choices.insert(choices.end(), {0, 1});
  Judged judged;
  const auto made = minimise(lanes, judged, choices, 100'000);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->first.steps, 20u);
  EXPECT_EQ(made->first.preemptions, 19u);
  EXPECT_EQ(made->best.preemptions, 1u);
  EXPECT_EQ(made->best.steps, 8u);
  EXPECT_EQ(made->best.choices, std::vector<std::uint32_t>({0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_FALSE(minimise(lanes, judged, {0, 1}, 100'000));
}

TEST(Hunt, counts_different_states) {
  RunStates states;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    states.begin_run();
    EXPECT_FALSE(states.arrive({i % 50'000, i % 50'000 * 7}));
    EXPECT_TRUE(states.arrive({i % 50'000, i % 50'000 * 7}));
  }
  EXPECT_NEAR(static_cast<double>(states.distinct()), 50'000, 1'500);
}

}  // namespace
}  // namespace waymark::search
