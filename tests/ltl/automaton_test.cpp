#include "ltl/automaton.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "base/diagnostics.hpp"
#include "ltl/naive.hpp"
#include "ltl/prepared.hpp"
#include "ltl/random_formula.hpp"

namespace waymark::ltl {
namespace {

const std::vector<std::string> letter_names{"p", "q", "r"};

TEST(Automaton, accepts_a_random_word_exactly_if_the_formula_holds_of_it) {
  Coin coin(7);
  std::size_t held = 0;
  for (int i = 0; i < 1500; ++i) {
    const FormulaPtr formula = random_formula(coin, 1 + static_cast<unsigned>(coin() % 9), 3, true);
    const Automaton good = translate(*formula, false);
    const Automaton bad = translate(*formula, true);
    for (int j = 0; j < 12; ++j) {
      const Word word = random_word(coin, 3, 6);
      const bool holds = satisfies(word.letters, word.loop, *formula, letter_names);
      held += holds ? 1 : 0;
      ASSERT_EQ(accepts(good, renamed(word.letters, letter_names, good.propositions), word.loop), holds)
          << text(*formula);
      ASSERT_NE(accepts(bad, renamed(word.letters, letter_names, bad.propositions), word.loop), holds)
          << text(*formula);
    }
  }
  EXPECT_GT(held, 3000u);  // the words tell something in both ways
  EXPECT_LT(held, 15000u);
}

std::uint64_t ways(const Automaton& automaton, std::uint32_t state, std::uint64_t letter) {
  std::uint64_t out = 0;
  for (const auto& edge : automaton.states[state].edges) out += edge.label.admits(letter) ? 1 : 0;
  return out;
}

TEST(Prepared, accepts_the_same_and_goes_fewer_ways) {
  Coin coin(13);
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  for (int i = 0; i < 1500; ++i) {
    const FormulaPtr formula = random_formula(coin, 1 + static_cast<unsigned>(coin() % 9), 3, true);
    const Automaton given = translate(*formula, false);
    if (given.states.empty()) continue;
    const Automaton made = prepare(given).automaton;
    for (int j = 0; j < 12; ++j) {
      const Word word = random_word(coin, 3, 6);
      const bool holds = satisfies(word.letters, word.loop, *formula, letter_names);
      ASSERT_EQ(accepts(made, renamed(word.letters, letter_names, made.propositions), word.loop), holds)
          << text(*formula) << "\n"
          << text(given) << text(made);
    }
    for (std::uint32_t state = 0; state < given.states.size(); ++state) {
      for (std::uint64_t letter = 0; letter < 8; ++letter) {
        ASSERT_LE(ways(made, state, letter), ways(given, state, letter)) << text(*formula);
        before += ways(given, state, letter);
        after += ways(made, state, letter);
      }
    }
  }
  EXPECT_LT(after, before * 9 / 10);
}

TEST(Automaton, with_sets_accepts_the_same) {
  Coin coin(23);
  unsigned with = 0;
  for (int i = 0; i < 1500; ++i) {
    const FormulaPtr formula = random_formula(coin, 3 + static_cast<unsigned>(coin() % 9), 3, true);
    const bool negated = coin() % 2 == 0;
    const Automaton given = translate_with_sets(*formula, negated);
    const bool has_sets =
        std::any_of(given.states.begin(), given.states.end(), [](const auto& state) { return state.unmet != 0; });
    with += has_sets ? 1 : 0;
    if (given.states.empty()) continue;
    const Automaton made = prepare(given).automaton;
    for (int j = 0; j < (has_sets ? 40 : 4); ++j) {
      const Word word = random_word(coin, 3, 6);
      const bool holds = satisfies(word.letters, word.loop, *formula, letter_names) != negated;
      for (const Automaton* automaton : {&given, &made}) {
        const auto letters = renamed(word.letters, letter_names, automaton->propositions);
        ASSERT_EQ(accepts(*automaton, letters, word.loop), holds) << text(*formula) << "\n" << text(*automaton);
      }
    }
  }
  EXPECT_GT(with, 100u);
  // What waits for two things need not know for which: one state that reads, and what it met last.
  const Prepared two = prepare(translate_with_sets(*parse("[] <> p && [] <> q", "test"), false));
  for (const auto& state : two.automaton.states) {
    for (std::uint64_t letter = 0; letter < 4; ++letter) {
      EXPECT_EQ(std::count_if(state.edges.begin(), state.edges.end(),
                              [&](const auto& edge) { return edge.label.admits(letter); }),
                1);
    }
  }
}

// The definition of a cycle that is accepted, on the automaton itself: every edge can be taken by some letter.
TEST(Prepared, knows_components_and_which_of_them_are_weak) {
  Coin coin(17);
  std::uint64_t strong = 0;
  for (int i = 0; i < 400; ++i) {
    const FormulaPtr formula = random_formula(coin, 1 + static_cast<unsigned>(coin() % 9), 3, true);
    const Automaton given = translate(*formula, false);
    if (given.states.empty()) continue;
    const Prepared made = prepare(given);
    const std::size_t n = given.states.size();
    std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
    for (std::size_t from = 0; from < n; ++from) {
      for (const auto& edge : made.automaton.states[from].edges) reach[from][edge.target] = true;
    }
    for (std::size_t via = 0; via < n; ++via) {
      for (std::size_t from = 0; from < n; ++from) {
        for (std::size_t to = 0; to < n; ++to) {
          if (reach[from][via] && reach[via][to]) reach[from][to] = true;
        }
      }
    }
    for (std::size_t one = 0; one < n; ++one) {
      const bool accepting = made.automaton.states[one].accepting;
      strong += made.weak[one] ? 0 : 1;
      EXPECT_TRUE(!accepting || reach[one][one] || made.weak[one]) << text(made.automaton);
      for (std::size_t other = 0; other < n; ++other) {
        const bool together = one == other || (reach[one][other] && reach[other][one]);
        EXPECT_EQ(made.component[one] == made.component[other], together) << text(made.automaton);
        if (!together) continue;
        EXPECT_EQ(made.weak[one], made.weak[other]);
        if (made.weak[one]) {
          EXPECT_EQ(accepting, made.automaton.states[other].accepting) << text(made.automaton);
        }
      }
    }
  }
  EXPECT_GT(strong, 50u);
  // Nothing is left to choose where it was before, and no second search is needed.
  EXPECT_EQ(text(prepare(translate(*parse("[] <> p", "test"), false)).automaton),
            "state 0, initial\n  !p -> 0\n  p -> 1\nstate 1, accepting\n  !p -> 0\n  p -> 1\n");
  const Prepared weak = prepare(translate(*parse("<> [] p", "test"), false));
  EXPECT_TRUE(weak.weak[0] && weak.weak[1]);
}

TEST(Automaton, agrees_with_a_naive_construction) {
  Coin coin(11);
  int compared = 0;
  while (compared < 250) {
    const FormulaPtr formula = random_formula(coin, 1 + static_cast<unsigned>(coin() % 4), 2, true);
    const Naive naive(formula);
    if (naive.parts() > 7) continue;
    const std::vector<std::string> own = propositions(*formula);
    const Automaton automaton = translate(*formula, false);
    for (int j = 0; j < 4; ++j) {
      const Word word = random_word(coin, static_cast<unsigned>(own.size()), 4);
      ASSERT_EQ(accepts(automaton, renamed(word.letters, own, automaton.propositions), word.loop),
                naive.accepts(word.letters, word.loop))
          << text(*formula);
    }
    ++compared;
  }
}

// Notes, section 2.5; U is strong where the sources' formatting lost the difference, W is weak.
TEST(Automaton, knows_the_twelve_equivalences) {
  const std::pair<const char*, const char*> rules[] = {
      {"![] p", "<> !p"},
      {"!<> p", "[] !p"},
      {"!(p W q)", "!q U (!p && !q)"},
      {"!(p U q)", "!q W (!p && !q)"},
      {"[] (p && q)", "[] p && [] q"},
      {"<> (p || q)", "<> p || <> q"},
      {"p W (q || r)", "(p W q) || (p W r)"},
      {"(p && q) W r", "(p W r) && (q W r)"},
      {"p U (q || r)", "(p U q) || (p U r)"},
      {"(p && q) U r", "(p U r) && (q U r)"},
      {"[] <> (p || q)", "[] <> p || [] <> q"},
      {"<> [] (p && q)", "<> [] p && <> [] q"},
  };
  for (const auto& [left, right] : rules) {
    const std::string same = "(" + std::string(left) + ") <-> (" + right + ")";
    EXPECT_TRUE(translate(*parse(same, "test"), true).states.empty()) << same;
  }
  // And the test can fail:
  EXPECT_FALSE(translate(*parse("<> (p && q) <-> (<> p && <> q)", "test"), true).states.empty());
  EXPECT_FALSE(translate(*parse("p W q <-> p U q", "test"), true).states.empty());
}

TEST(Automaton, is_never_larger_than_spins_for_a_hundred_standard_formulas) {
  std::ifstream file(WAYMARK_SOURCE_DIR "/tests/ltl/standard.txt");
  std::string line;
  std::size_t formulas = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t space = line.find(' ');
    const auto spin = std::stoul(line.substr(0, space));
    const Automaton automaton = translate(*parse(line.substr(space + 1), "test"), false);
    EXPECT_LE(automaton.states.size(), spin) << line;
    ++formulas;
  }
  EXPECT_GE(formulas, 100u);
}

TEST(Automaton, of_a_contradiction_accepts_nothing) {
  EXPECT_TRUE(translate(*parse("<> p && [] !p", "test"), false).states.empty());
  EXPECT_TRUE(translate(*parse("true", "test"), true).states.empty());
  EXPECT_EQ(text(translate(*parse("false", "test"), false)), "accepts nothing\n");
}

TEST(Automaton, prints_as_text_as_a_graph_and_as_a_never_claim) {
  const Automaton automaton = translate(*parse("[] <> p", "test"), true);
  EXPECT_EQ(text(automaton),
            "state 0, initial\n  true -> 0\n  !p -> 1\n"
            "state 1, accepting\n  !p -> 1\n");
  EXPECT_EQ(dot(automaton),
            "digraph automaton {\n  rankdir=LR\n  start [shape=point]\n  start -> 0\n"
            "  0 [shape=circle]\n  0 -> 0 [label=\"true\"]\n  0 -> 1 [label=\"!p\"]\n"
            "  1 [shape=doublecircle]\n  1 -> 1 [label=\"!p\"]\n}\n");
  EXPECT_EQ(never_claim(automaton),
            "never {\nT_0_init:\n  do\n  :: (true) -> goto T_0_init\n  :: (!p) -> goto accept_1\n  od;\n"
            "accept_1:\n  do\n  :: (!p) -> goto accept_1\n  od;\n}\n");
}

TEST(Automaton, of_a_monster_is_refused) {
  std::string conjunction = "true";
  for (int i = 0; i < 70; ++i) conjunction += " && p" + std::to_string(i);
  EXPECT_THROW((void)translate(*parse(conjunction, "test"), false), base::InputError);
}

}  // namespace
}  // namespace waymark::ltl
