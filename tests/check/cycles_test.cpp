// What a script says about the cycles it is about is a stranger's text: it becomes exactly one question, or none.
#include "load/cycles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/run/cycle_script.hpp"
#include "graph/graph.hpp"
#include "load/derive.hpp"
#include "model/layer.hpp"

namespace waymark::load {
namespace {

// A graph that can be reduced by leaving out nothing, and one option of its own.
class Reducible final : public model::Layer {
 public:
  explicit Reducible(std::unique_ptr<model::Model> inner) : Layer(std::move(inner), 1) {}
  [[nodiscard]] std::string reduce(const model::Facts&) override { return ""; }
  void enabled(std::vector<model::Transition>& out) override { inner().enabled(out); }
  [[nodiscard]] model::Step fire(const model::Transition& transition) override { return inner().fire(transition); }
  [[nodiscard]] model::Step explain(const model::Transition& transition, model::Explanation& out) override {
    return inner().explain(transition, out);
  }

 private:
  [[nodiscard]] bool fits(model::Word word) const override { return word == 0; }
};

Program drawn(const std::string& own = "") {
  Program program;
  program.derivation.own = own;
  program.make = []() -> std::unique_ptr<model::Model> {
    return std::make_unique<Reducible>(graph::Graph::parse("0 1\n1 0\n", 0, "drawn.graph"));
  };
  return program;
}

// Derives what a script says. Why that is no derivation of this program's, or empty.
std::string refused(Program& program, const std::string& text) {
  std::string why;
  const auto asked = Derivation::parse(text, why);
  if (!asked) return why;
  if (!asked->cycles) return "no cycles are asked about";
  why = derive(program, *asked, base::Stop());
  return !why.empty() || program.options_text() == text ? why : "another spelling";
}

Cycles formula(const std::string& text, bool fair) { return {CycleKind::ltl, ltl::parse(text, "test"), fair}; }

TEST(CyclesText, comes_back_as_the_question_that_was_put) {
  for (const std::string options : {"", "java Main frames 7"}) {
    for (const bool reduced : {false, true}) {
      for (const bool fair : {false, true}) {
        for (const Cycles& question :
             {formula("[] <> \"1\"", fair), Cycles::no_acceptance(fair), Cycles::progress(fair)}) {
          Program made = drawn(options);
          const std::string why = watch(made, question, reduced);
          if (reduced && fair) {
            EXPECT_THAT(why, testing::HasSubstr("fairness"));
            continue;
          }
          ASSERT_EQ(why, "");
          Program again = drawn(options);
          ASSERT_EQ(refused(again, made.options_text()), "");
          const Cycles& read = *again.derivation.cycles;
          EXPECT_EQ(read.kind, question.kind);
          EXPECT_EQ(read.fair, fair);
          EXPECT_EQ(read.text(), question.text());
          EXPECT_EQ(again.reduced, reduced);
          EXPECT_EQ(again.options_digest(), made.options_digest());
        }
      }
    }
  }
}

TEST(CyclesText, that_is_forged_is_refused) {
  for (const std::string text : {
           "",
           "cycles",
           "cycles ",
           "cycles liveness",
           "cycles acceptance ",
           "cycles acceptance x",
           "cycles progress; weakly fair",
           "cycles ltl",
           "cycles ltl ",
           "cycles ltl [] (",
           "cycles ltl [] <> nobody",
           "cycles ltl []<>\"1\"",  // another spelling of what could be meant
           "cycles ltl [] <> (\"1\")",
           "cycles ltl true",  // nothing violates it
           "weakly fair",
           "weakly fair; weakly fair; cycles acceptance",
           "partial order reduction",
           "partial order reduction; ",
           "partial order reduction; weakly fair; cycles acceptance",  // would be unsound,
           "partial order reduction; cycles ltl [] X \"1\"",           // and so would this
           "weakly fair; partial order reduction; cycles acceptance",
           "partial order reduction; not presuming x; cycles acceptance",
           "partial order reduction; visible x; cycles acceptance",
           "other; cycles acceptance",
           "; cycles acceptance",
       }) {
    Program program = drawn();
    EXPECT_NE(refused(program, text), "") << text;
  }
  for (const std::string text : {"cycles acceptance", "java Main; java Main; cycles acceptance"}) {
    Program program = drawn("java Main");
    EXPECT_NE(refused(program, text), "") << text;
  }
}

TEST(CyclesText, of_labels_that_are_judged_with_all_steps_is_not_reduced) {
  Program program = drawn();
  program.whole_cycles = "all steps count";
  EXPECT_EQ(refused(program, "partial order reduction; cycles acceptance"), "all steps count");
  EXPECT_EQ(refused(program, "cycles acceptance"), "");
}

TEST(ScriptNames, are_told_apart) {
  using check::CycleProperty;
  const Cycles any = formula("[] \"1\"", false);
  const std::vector<CycleProperty> all = {{"p", any}, {"", any}, {"progress", any}, {"", Cycles::progress(false)}};
  EXPECT_THAT(check::script_names(all, "out.way"),
              testing::ElementsAre("out.p.way", "out.2.way", "out.progress.way", "out.4.way"));
  EXPECT_THAT(check::script_names({all.front()}, "a.b/out"), testing::ElementsAre("a.b/out.p"));
  EXPECT_THAT(check::script_names({all.front()}, ".way"), testing::ElementsAre(".way.p"));
}

}  // namespace
}  // namespace waymark::load
