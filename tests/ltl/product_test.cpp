#include "ltl/product.hpp"

#include <gtest/gtest.h>

#include "graph/graph.hpp"
#include "ltl/random_formula.hpp"
#include "model/testing/checked.hpp"
#include "search/breadth_first.hpp"
#include "search/cycles/nested.hpp"
#include "store/exact.hpp"

namespace waymark::ltl {
namespace {

search::Outcome nested(model::Model& model) {
  base::Budget budget(std::uint64_t{1} << 30);
  store::Exact store(budget);
  search::Judged judged;
  judged.cycle = {"ltl", "violated", "", model::Step::moved};
  return search::Nested({model, &store, budget, {}, judged, {}}).run();
}

std::shared_ptr<const Prepared> ready(const Automaton& automaton) {
  return std::make_shared<const Prepared>(prepare(automaton));
}

std::unique_ptr<model::Model> product(const graph::Edges& shape, const Automaton& automaton) {
  return std::make_unique<Product>(std::make_unique<graph::Graph>(shape), ready(automaton),
                                   model::Violation{"ltl", "whatever follows", "", {}});
}

// 1 alone would read as a constant, so state numbers are quoted.
FormulaPtr about_states(const std::string& formula) {
  std::string quoted;
  for (const char c : formula) quoted += c >= '0' && c <= '9' ? std::string("\"") + c + "\"" : std::string(1, c);
  return parse(quoted, "test");
}

bool violated(const std::string& graph, const std::string& formula) {
  const Automaton automaton = translate(*about_states(formula), true);
  if (automaton.states.empty()) return false;
  Product product(graph::Graph::parse(graph), ready(automaton), {"ltl", "", "", {}});
  return nested(product).verdict == search::Verdict::violation;
}

TEST(Product, judges_runs_that_go_on_for_ever) {
  const std::string ring = "0 1\n1 2\n2 0\n";
  EXPECT_FALSE(violated(ring, "[] <> 1"));
  EXPECT_TRUE(violated(ring, "[] <> 3"));
  EXPECT_FALSE(violated(ring, "[] (1 -> X 2)"));
  EXPECT_TRUE(violated(ring, "[] (1 -> X 0)"));
  EXPECT_FALSE(violated(ring, "0 U 1"));
  EXPECT_TRUE(violated(ring, "<> [] 1"));
}

TEST(Product, extends_runs_that_end_by_stuttering) {
  const std::string line = "0 1\n1 2\n";
  EXPECT_FALSE(violated(line, "<> [] 2"));
  EXPECT_TRUE(violated(line, "[] <> 1"));
  EXPECT_FALSE(violated(line, "[] (2 -> X 2)"));
}

TEST(Product, knows_progress_and_does_not_blame_a_run_that_ends) {
  EXPECT_TRUE(violated("0 1\n1 0\n", "!(<> [] np_)"));
  EXPECT_FALSE(violated("0 1\n1 0\nprogress 1\n", "!(<> [] np_)"));
  EXPECT_FALSE(violated("0 1\n", "!(<> [] np_)"));
}

// A graph that begins where a state has been reached from which there is no way back.
class Late final : public model::Layer {
 public:
  Late(const std::string& graph, model::Word first)
      : Layer(graph::Graph::parse(graph), 0x1A7E'0000'0000'0000), first_(first) {}
  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  model::Step fire(const model::Transition& transition) override { return fire_inside(transition, nullptr); }
  model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return fire_inside(transition, &out);
  }
  model::Facts facts() override {
    model::Facts facts = inner().facts();
    facts.watches_defined = inner().pack().words[0] >= first_;
    return facts;
  }

 protected:
  bool fits(model::Word word) const override { return word == 0; }

 private:
  model::Word first_;
};

TEST(Product, judges_what_follows_once_the_program_has_begun) {
  const auto violates = [](const std::string& graph, model::Word first, const std::string& formula) {
    Product late(std::make_unique<Late>(graph, first), ready(translate(*about_states(formula), true)),
                 {"ltl", "", "", {}});
    return nested(late).verdict == search::Verdict::violation;
  };
  const std::string hook = "0 1\n1 2\n2 1\n";
  EXPECT_FALSE(violates(hook, 0, "<> 0"));
  EXPECT_TRUE(violates(hook, 1, "<> 0"));
  EXPECT_FALSE(violates(hook, 1, "1 && X 2"));
  EXPECT_TRUE(violates(hook, 2, "1 && X 2"));
  // A run that never begins is found, moving or not: the formula says nothing of it.
  EXPECT_TRUE(violates("0 1\n1 0\n", 2, "<> 2"));
  EXPECT_TRUE(violates("0 1\n", 2, "<> 2"));
  EXPECT_TRUE(violates("0 1\n1 2\n2 2\n1 0\n", 2, "<> 2"));
  EXPECT_FALSE(violates("0 1\n1 2\n2 2\n", 2, "<> 2"));
  EXPECT_TRUE(violates("0 1\n1 0\n", 0, "<> 2"));
}

TEST(Product, reports_a_violation_that_no_future_can_mend_without_a_cycle) {
  Product product(graph::Graph::parse("0 1\n1 2\n2 0\n"), ready(translate(*about_states("[] !1"), true)),
                  {"ltl", "bad prefix", "", {}});
  const search::Outcome outcome = nested(product);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_FALSE(outcome.findings[0].cycle.has_value());
  EXPECT_EQ(outcome.findings[0].violation.detail, "bad prefix");
  EXPECT_EQ(outcome.findings[0].length, 2u);  // the step that leaves state 1 is the one that reads it
}

// All lassos of a graph up to a length, as words, by a plain walk.
bool some_lasso_violates(const graph::Edges& shape, const Formula& formula, std::size_t longest) {
  const std::vector<std::string> names = propositions(formula);
  std::vector<std::uint32_t> run{0};
  const auto letter = [&](std::uint32_t state) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == std::to_string(state)) out |= std::uint64_t{1} << i;
    }
    return out;
  };
  const auto bad = [&](std::size_t loop) {
    std::vector<std::uint64_t> letters;
    for (const std::uint32_t state : run) letters.push_back(letter(state));
    return !satisfies(letters, loop, formula, names);
  };
  const std::function<bool()> extend = [&]() -> bool {
    bool moved = false;
    for (const auto& edge : shape.edges) {
      if (edge.from != run.back()) continue;
      moved = true;
      for (std::size_t i = 0; i < run.size(); ++i) {
        if (run[i] == edge.to && bad(i)) return true;
      }
      if (run.size() == longest) continue;
      run.push_back(edge.to);
      if (extend()) return true;
      run.pop_back();
    }
    return !moved && bad(run.size() - 1);
  };
  return extend();
}

TEST(Product, finds_what_a_walk_over_all_lassos_finds) {
  Coin coin(5);
  unsigned bad = 0;
  for (unsigned seed = 0; seed < 700; ++seed) {
    graph::Edges shape = graph::random_graph(4, 4 + static_cast<std::uint32_t>(coin() % 3), seed);
    shape.kinds.clear();
    FormulaPtr named = random_formula(coin, 1 + static_cast<unsigned>(coin() % 5), 3, true);
    std::string written = text(*named);
    for (char& c : written) {
      if (c >= 'p' && c <= 'r' && written.find("true") == std::string::npos) c = static_cast<char>('0' + (c - 'p') + 1);
    }
    if (written.find("true") != std::string::npos || written.find("false") != std::string::npos) continue;
    const FormulaPtr formula = about_states(written);
    const Automaton automaton = translate(*formula, true);
    bool found = false;
    if (!automaton.states.empty()) found = nested(*product(shape, automaton)).verdict == search::Verdict::violation;
    const bool expected = some_lasso_violates(shape, *formula, 9);
    // A short walk cannot see every lasso, so only what it sees must be found; what is found must be real.
    if (expected) {
      ASSERT_TRUE(found) << "seed " << seed << " " << written;
    }
    if (found && !expected) {
      ASSERT_TRUE(some_lasso_violates(shape, *formula, 14)) << "seed " << seed << " " << written;
    }
    bad += found ? 1 : 0;
  }
  EXPECT_GT(bad, 100u);
  EXPECT_LT(bad, 600u);
}

TEST(Product, keeps_the_promises_of_a_model) {
  Coin coin(9);
  for (unsigned seed = 0; seed < 40; ++seed) {
    graph::Edges shape = graph::random_graph(12, 20, seed);
    const Automaton automaton = translate(*parse(R"([] ("2" -> <> "3") || <> [] ("4" U "5"))", "test"), true);
    model::Checked checked(product(shape, automaton), product(shape, automaton));
    base::Budget budget(std::uint64_t{1} << 30);
    store::Exact store(budget);
    search::Limits limits;
    limits.errors = 0;
    EXPECT_NO_THROW((void)search::BreadthFirst({checked, &store, budget, limits, {}, {}}).run());
  }
}

TEST(Product, tells_whether_a_premise_was_ever_met) {
  const Automaton automaton = translate(*parse(R"([] ("7" -> <> "1"))", "test"), true);
  for (const bool there : {true, false}) {
    Product product(graph::Graph::parse(there ? "0 7\n7 1\n1 0\n" : "0 1\n1 0\n"), ready(automaton),
                    {"ltl", "", "", {}});
    const Automaton premise = translate(*parse("\"7\"", "test"), false);
    std::vector<Label> labels;
    for (const auto& edge : premise.states[0].edges) labels.push_back(edge.label);
    product.look_for(labels);
    EXPECT_EQ(nested(product).verdict, search::Verdict::holds);
    EXPECT_EQ(product.met(), there);
  }
}

}  // namespace
}  // namespace waymark::ltl
