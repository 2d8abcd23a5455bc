#include "check/run/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "graph/graph.hpp"
#include "model/layer.hpp"
#include "refusal.hpp"

namespace waymark::check {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

load::Program graph_program(const std::string& text) {
  load::Program program;
  program.path = "drawn.graph";
  program.make = [text] { return graph::Graph::parse(text, 0, "drawn.graph"); };
  return program;
}

Result checked(const load::Program& program, const Settings& settings) {
  base::Budget budget(std::uint64_t{1} << 26);
  return check(program, settings, {budget, {}, nullptr});
}

// A graph with a reduction that presumes so many things, each of which is invalidated by the first step of a search.
class Presuming final : public model::Layer {
 public:
  Presuming(std::unique_ptr<model::Model> inner, std::shared_ptr<unsigned> presumed)
      : Layer(std::move(inner), 1), presumed_(std::move(presumed)) {}

  [[nodiscard]] std::string reduce(const model::Facts&) override {
    reduced_ = true;
    return "";
  }
  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override {
    if (!reduced_ || *presumed_ == 0) return inner().fire(transition);
    --*presumed_;
    violation_ = {"presumption", "what was presumed", "", model::Step::unsupported};
    return model::Step::unsupported;
  }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return inner().explain(transition, out);
  }
  [[nodiscard]] const model::Violation& violation() const override { return violation_; }

 private:
  [[nodiscard]] bool fits(model::Word) const override { return true; }

  std::shared_ptr<unsigned> presumed_;
  bool reduced_ = false;
  model::Violation violation_;
};

class PresumingFrontEnd final : public load::FrontEnd {
 public:
  [[nodiscard]] bool invalidated_by(const model::Violation& violation) const override {
    return violation.kind == "presumption";
  }
};

load::Program presuming_program(const std::string& text, unsigned presumptions) {
  load::Program program = graph_program(text);
  program.make = [plain = program.make, left = std::make_shared<unsigned>(presumptions)] {
    return std::make_unique<Presuming>(plain(), left);
  };
  program.front_end = std::make_shared<const PresumingFrontEnd>();
  return program;
}

TEST(Check, begins_anew_as_often_as_a_presumption_is_refuted) {
  const Result result = checked(presuming_program("0 1\nend 1\n", 3), {});
  EXPECT_EQ(result.verdict, Verdict::holds);
  EXPECT_EQ(result.states, 2u);
  EXPECT_TRUE(result.reduced);
  EXPECT_THAT(result.notes, Contains(HasSubstr("began anew 3 times")));
}

TEST(Check, begins_anew_in_searches_for_cycles_too) {
  Settings settings;
  settings.properties.selected = {Property::acceptance};
  const Result result = checked(presuming_program("0 1\n1 0\naccept 1\n", 2), settings);
  EXPECT_EQ(result.verdict, Verdict::violation);
  EXPECT_EQ(result.found.front().violation.kind, "acceptance");
}

TEST(Check, ends_where_what_is_unsupported_is_no_presumption) {
  load::Program program = presuming_program("0 1\nend 1\n", 1);
  program.front_end = std::make_shared<const load::FrontEnd>();
  EXPECT_EQ(checked(program, {}).verdict, Verdict::error);
}

TEST(Check, judges_states_only_where_they_are_asked_about) {
  const load::Program program = graph_program("0 1\n1 0\n0 2\naccept 1\n");  // a cycle, and a deadlock besides
  Settings settings;
  EXPECT_EQ(checked(program, settings).found.front().violation.kind, "deadlock");
  settings.properties.selected = {Property::acceptance};
  EXPECT_EQ(checked(program, settings).found.front().violation.kind, "acceptance");
  settings.properties.selected = {Property::deadlock, Property::acceptance};
  const Result both = checked(program, settings);
  EXPECT_EQ(both.found.front().violation.kind, "deadlock");
  EXPECT_THAT(both.notes, Contains("Not judged: acceptance; --errors 0 judges it."));
  settings.limits.errors = 0;
  const Result all = checked(program, settings);
  ASSERT_EQ(all.found.size(), 3u);  // the cycle is found from each of its states
  EXPECT_EQ(all.verdict, Verdict::violation);
  EXPECT_EQ(all.errors, 3u);
  EXPECT_EQ(all.found[0].violation.kind, "deadlock");
  EXPECT_EQ(all.found[1].violation.kind, "acceptance");
  EXPECT_THAT(all.not_judged, testing::IsEmpty());
  settings.limits.errors = 1;
  settings.properties.selected.emplace();
  EXPECT_EQ(checked(program, settings).verdict, Verdict::explored);
}

TEST(Check, says_of_several_properties_what_the_worst_came_to) {
  const load::Program program = graph_program("0 1\n1 0\n");  // nothing is accepting, nothing makes progress
  Settings settings;
  settings.properties.selected = {Property::progress, Property::acceptance};
  const Result result = checked(program, settings);
  ASSERT_EQ(result.liveness.size(), 2u);
  EXPECT_EQ(result.verdict, Verdict::violation);
  for (const Liveness& line : result.liveness) {
    EXPECT_EQ(line.verdict, line.kind == Property::progress ? Verdict::violation : Verdict::holds);
  }
}

TEST(Check, comes_to_the_same_with_every_exact_store_and_order) {
  const load::Program program = graph_program("0 1\n0 2\n1 3\n2 3\n3 0\n3 4\nend 4\n");
  for (const StoreKind store : {StoreKind::exact, StoreKind::tree, StoreKind::automatic}) {
    for (const Order order : {Order::bfs, Order::dfs}) {
      Settings settings;
      settings.store = store;
      settings.search = order;
      const Result result = checked(program, settings);
      EXPECT_EQ(result.verdict, Verdict::holds);
      EXPECT_EQ(result.states, 5u);
      EXPECT_EQ(result.transitions, 6u);
      EXPECT_TRUE(result.complete);
      EXPECT_EQ(result.store, store);
    }
  }
}

TEST(Check, estimates_what_it_left_out_without_taking_any_of_it_for_known) {
  std::string tree;
  for (int i = 0; i < 500; ++i)
    tree += std::to_string(i) + " " + std::to_string(2 * i + 1) + "\n" + std::to_string(i) + " " +
            std::to_string(2 * i + 2) + "\n";
  Settings settings;
  settings.properties.selected.emplace();
  settings.estimate.wanted = true;
  settings.limits.states = 100;
  const Result result = checked(graph_program(tree), settings);
  EXPECT_EQ(result.verdict, Verdict::incomplete);
  ASSERT_TRUE(result.coverage);
  EXPECT_LT(result.coverage->coverage, 1);
  EXPECT_EQ(result.coverage->estimator, Estimator::sample);
  EXPECT_FALSE(result.omission);
  Settings hashed;
  hashed.properties.selected.emplace();
  hashed.store = StoreKind::hash_compact;
  EXPECT_TRUE(checked(graph_program(tree), hashed).omission);
}

TEST(Check, refuses_a_store_that_forgets_where_there_are_cycles_to_look_for) {
  const load::Program program = graph_program("0 0\n");
  Settings settings;
  settings.store = StoreKind::cache;
  EXPECT_EQ(checked(program, settings).verdict, Verdict::holds);
  settings.properties.formulas = {"[] <> \"0\""};
  EXPECT_THAT(tests::refusal_of([&] { (void)checked(program, settings); }),
              HasSubstr("--ltl does not go with --store cache"));
}

TEST(Properties, waive_what_nobody_selected) {
  Properties properties;
  EXPECT_TRUE(judged(properties).deadlock);
  EXPECT_TRUE(judged(properties).waived.empty());
  properties.selected.emplace();
  EXPECT_FALSE(judged(properties).deadlock);
  EXPECT_THAT(judged(properties).waived, ElementsAre("assertion", "exception"));
  properties.selected = {Property::exception};
  EXPECT_THAT(judged(properties).waived, ElementsAre("assertion"));
}

TEST(Properties, ask_about_states_unless_only_cycles_are_selected) {
  Properties properties;
  EXPECT_TRUE(properties.ask_about_states());
  for (const auto& one : base::Names<Property>::table) {
    if (!selectable(one.value)) continue;
    properties.selected = {one.value};
    EXPECT_EQ(properties.ask_about_states(), !about_cycles(one.value)) << one.name;
  }
  properties.invariants = {"0"};
  EXPECT_TRUE(properties.ask_about_states());
}

TEST(Properties, are_exceptions_too_of_programs_that_have_them) {
  load::Program program;
  EXPECT_THAT(asked({}, program), ElementsAre(Property::deadlock, Property::assertion));
  program.has_exceptions = true;
  EXPECT_THAT(asked({}, program), ElementsAre(Property::deadlock, Property::assertion, Property::exception));
  Properties properties;
  properties.selected = {Property::deadlock};
  properties.invariants = {"0"};
  EXPECT_THAT(asked(properties, program), ElementsAre(Property::deadlock, Property::invariant));
}

}  // namespace
}  // namespace waymark::check
