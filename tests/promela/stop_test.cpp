// Steps that are cut short: nothing comes of them, and the model can be used again.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/watch.hpp"
#include "promela/executor.hpp"
#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

std::unique_ptr<Executor> stoppable(const std::string& text, Executor::Steps steps) {
  return std::make_unique<Executor>(compile(parse_text("stop.pml", text)), steps);
}

// What one sees of a model that walks on from the initial state, taking the first transition.
std::vector<std::vector<model::Word>> seen_on_the_way(Executor& model, int steps) {
  std::vector<std::vector<model::Word>> out;
  std::vector<model::Transition> enabled;
  model.reset();
  for (int i = 0; i < steps; ++i) {
    const auto words = model.pack().words;
    out.emplace_back(words.begin(), words.end());
    model.enabled(enabled);
    out.back().push_back(static_cast<model::Word>(enabled.size()));
    if (enabled.empty() || model.fire(enabled.front()) != model::Step::moved) break;
  }
  return out;
}

TEST(CutShort, gives_up_within_an_indivisible_sequence_and_can_be_reset) {
  for (const char* const body : {"d_step { do :: n < 30000 -> n++ :: else -> break od }",
                                 "atomic { do :: n < 30000 -> n++ :: else -> break od }"}) {
    const std::string text = std::string("short n; chan c = [0] of { byte }; active proctype P() { ") + body +
                             "; c!1; n = 7 } active proctype Q() { byte x; c?x; do :: x < 3 -> x++ od }";
    const auto expected = seen_on_the_way(*stoppable(text, Executor::Steps::executed), 6);
    ASSERT_GT(expected.size(), 4u);
    base::Stop now;
    now.request(base::Stop::Why::time);
    for (const Executor::Steps steps : {Executor::Steps::executed, Executor::Steps::cached}) {
      const auto model = stoppable(text, steps);
      model->reset();
      std::vector<model::Transition> enabled;
      model->enabled(enabled);
      const model::Transition long_one = enabled.back();  // of P, which has the lower number
      model->set_stop(&now);
      EXPECT_THROW(model->enabled(enabled), base::Stopped);
      // A step that was remembered is short.
      if (steps == Executor::Steps::executed) {
        EXPECT_THROW((void)model->fire(long_one), base::Stopped);
      }
      model->set_stop(nullptr);
      model->reset();
      model->set_stop(&now);
      model::Explanation told;
      EXPECT_THROW((void)model->explain(long_one, told), base::Stopped);
      model->set_stop(nullptr);
      EXPECT_EQ(seen_on_the_way(*model, 6), expected) << body;
    }
  }
}

// A step whose effect is learnt when it is first listed: what was cut short then is not remembered, nor counted as
// done.
TEST(CutShort, remembers_nothing_of_a_step_that_was_being_tried_out) {
  const std::string text =
      "short n; active proctype P() { do :: d_step { n = 0; do :: n < 30000 -> n++ :: else -> break od; n = 1 } od }";
  std::unique_ptr<Executor> model;
  std::vector<model::Transition> enabled;
  const auto reached = [&] {
    std::size_t count = 0;
    for (model::ActionId id = 0; id < model->actions(); ++id) count += model->reached(id) ? 1 : 0;
    return count;
  };
  bool cut = false;
  // A state's steps are tried out once, which takes 30000 statements: sooner or later a limit falls into that.
  for (int i = 0; i < 2000 && !cut; ++i) {
    base::Stop stop;
    model = stoppable(text, Executor::Steps::cached);
    model->reset();
    model->set_stop(&stop);
    const base::Watch watch(stop, {i % 2 == 0 ? 1e-4 : 3e-4, std::nullopt, nullptr});
    try {
      model->enabled(enabled);
    } catch (const base::Stopped&) {
      cut = true;
    }
    model->set_stop(nullptr);
  }
  EXPECT_TRUE(cut);
  EXPECT_EQ(reached(), 0u);
  EXPECT_EQ(seen_on_the_way(*model, 4), seen_on_the_way(*stoppable(text, Executor::Steps::executed), 4));
}

}  // namespace
}  // namespace waymark::promela
