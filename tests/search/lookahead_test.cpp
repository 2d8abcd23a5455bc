// A depth-first search that looks ahead: all that it says is what it says when it does not.
#include "search/lookahead.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

#include "graph/graph.hpp"
#include "model/layer.hpp"
#include "search/depth_first.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"

namespace waymark::search {
namespace {

using model::Step;
using model::StepId;
using model::Transition;

// A model that knows beforehand where so many of seven transitions lead, and notices a step_id that is another
// transition's.
class Foreseeing final : public model::Layer {
 public:
  explicit Foreseeing(std::unique_ptr<model::Model> inner, std::size_t of_seven = 6)
      : Layer(std::move(inner), 1), of_seven_(of_seven) {}

  void enabled(std::vector<Transition>& out) override {
    inner().enabled(out);
    step_ids_.clear();
    for (const Transition& transition : out) step_ids_.push_back(remember(transition));
    if (out.size() % 5 == 4) step_ids_.clear();
  }
  [[nodiscard]] Step fire(const Transition& transition) override {
    ++fired;
    return inner().fire(transition);
  }
  [[nodiscard]] Step explain(const Transition& transition, model::Explanation& out) override {
    return inner().explain(transition, out);
  }
  [[nodiscard]] std::span<const StepId> step_ids() const override { return step_ids_; }
  [[nodiscard]] Step fire_cached(StepId step_id, const Transition& transition) override {
    if (step_id != model::no_step_id) {
      EXPECT_EQ(known_[step_id].transition, transition);
      ++fired_by_memo;
    }
    return fire(transition);
  }
  [[nodiscard]] bool successor_words(StepId step_id, std::vector<model::Word>& out) override {
    if (step_id == model::no_step_id) return false;
    ++foreseen;
    const Known& known = known_[step_id];
    if (known.moves) out.insert(out.end(), known.words.begin(), known.words.end());
    return known.moves;
  }
  [[nodiscard]] bool steps_are_cheap() const override { return short_steps; }
  bool short_steps = true;
  std::uint64_t foreseen = 0;
  std::uint64_t fired_by_memo = 0;
  std::uint64_t fired = 0;

 private:
  struct Known {
    Transition transition;
    bool moves = false;
    std::vector<model::Word> words;  // of where it moves to
  };

  [[nodiscard]] bool fits(model::Word word) const override { return word == 0; }
  [[nodiscard]] StepId remember(const Transition& transition) {
    if (known_.size() % 7 >= of_seven_) {
      known_.emplace_back();
      return model::no_step_id;
    }
    const model::Mark here = mark();
    Known known{transition, fire(transition) == Step::moved, {}};
    if (known.moves) {
      const auto words = pack().words;
      known.words.assign(words.begin(), words.end());
    }
    rewind(here);
    known_.push_back(known);
    return static_cast<StepId>(known_.size() - 1);
  }

  std::size_t of_seven_;
  std::vector<Known> known_;
  std::vector<StepId> step_ids_;
};

Said searched_ahead_from(std::uint64_t states, model::Model& model, const Options& options) {
  return said_by<DepthFirst>(model, options, [&](DepthFirst& search) { search.look_ahead_from(states); });
}

TEST(Lookahead, makes_no_difference_on_random_graphs) {
  constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  for (unsigned seed = 0; seed < 600; ++seed) {
    graph::Edges shape = sprinkled(seed, 20 + seed % 3 * 200);
    if (seed % 100 == 50) shape.padding = 3000;  // more than is put aside
    Foreseeing model(std::make_unique<graph::Graph>(shape), seed % 100 == 50 ? 0 : 6);
    Options options;
    options.judged.deadlock = seed % 2 == 0;
    if (seed % 4 < 2) options.judged.waived = {"assertion"};
    if (seed % 7 == 0) options.limits.depth = 1 + seed % 5;
    if (seed % 5 == 0) options.limits.states = 10 + seed % 300;
    if (seed % 3 == 0) options.limits.errors = seed % 4;
    const Said plain = searched_ahead_from(never, model, options);
    EXPECT_EQ(model.foreseen, 0u);
    for (const std::uint64_t from : {0, 20}) {
      const Said ahead = searched_ahead_from(from, model, options);
      ASSERT_EQ(ahead.heard, plain.heard) << "seed " << seed;
      expect_same(ahead.outcome, plain.outcome);
    }
    if (plain.outcome.tallies.states > 100 && seed % 100 != 50) {
      EXPECT_GT(model.foreseen, 0u) << "seed " << seed;
      EXPECT_GT(model.fired_by_memo, 0u) << "seed " << seed;
    }
  }
}

// Where few transitions move to a state at once, it is given up in the middle, and makes no difference then, either.
TEST(Lookahead, is_given_up_where_few_transitions_move_to_a_state) {
  constexpr std::uint32_t states = 10000;
  graph::Edges ladder;  // each state leads into the indivisible sequences of the next ones
  for (std::uint32_t state = 0; state < states; ++state) {
    for (std::uint32_t way = 1; way <= 6; ++way) ladder.edges.push_back({state, states + (state * way + way) % states});
    ladder.edges.push_back({states + state, state});
    ladder.kinds.emplace_back(states + state, graph::Edges::Kind::pass);
  }
  Options options;
  Foreseeing plain_model(std::make_unique<graph::Graph>(ladder), 0);
  const Said plain = searched_ahead_from(std::numeric_limits<std::uint64_t>::max(), plain_model, options);
  Foreseeing model(std::make_unique<graph::Graph>(ladder), 0);
  const Said ahead = searched_ahead_from(0, model, options);
  EXPECT_EQ(ahead.heard, plain.heard);
  expect_same(ahead.outcome, plain.outcome);
  EXPECT_GT(model.fired, plain_model.fired + 10'000);
  EXPECT_LT(model.fired, plain_model.fired + 20'000);
}

// Ten layers, each of which leads to the next: most transitions lead to known states.
graph::Edges layers() {
  constexpr std::uint32_t layer = 300;
  graph::Edges shape;
  for (std::uint32_t state = 0; state < 9 * layer; ++state) {
    for (std::uint32_t way = 0; way < 8; ++way) {
      shape.edges.push_back({state, (state / layer + 1) * layer + (state * 7 + way * way * 11) % layer});
    }
  }
  return shape;
}

TEST(Lookahead, goes_to_new_states_alone_where_the_model_tells_all) {
  Options options;
  options.judged.deadlock = false;
  Foreseeing model(std::make_unique<graph::Graph>(layers()), 7);
  const Said ahead = searched_ahead_from(0, model, options);
  EXPECT_GT(ahead.outcome.tallies.states, 1500u);
  EXPECT_EQ(model.fired_by_memo, ahead.outcome.tallies.states - 1);
}

// The others are taken once, before their turn.
TEST(Lookahead, takes_those_again_that_lead_to_new_states) {
  const graph::Edges shape = layers();
  Options options;
  options.judged.deadlock = false;
  Foreseeing plain_model(std::make_unique<graph::Graph>(shape), 0);
  const Said plain = searched_ahead_from(std::numeric_limits<std::uint64_t>::max(), plain_model, options);
  Foreseeing model(std::make_unique<graph::Graph>(shape), 0);
  const Said ahead = searched_ahead_from(0, model, options);
  EXPECT_EQ(ahead.heard, plain.heard);
  EXPECT_GT(plain.outcome.tallies.states, 1500u);
  EXPECT_LE(model.fired, plain_model.fired + plain.outcome.tallies.states);
  EXPECT_GT(model.fired, plain_model.fired);
  Foreseeing slow(std::make_unique<graph::Graph>(shape), 0);
  slow.short_steps = false;
  EXPECT_EQ(searched_ahead_from(0, slow, options).heard, plain.heard);
  EXPECT_EQ(slow.fired, plain_model.fired);
}

}  // namespace
}  // namespace waymark::search
