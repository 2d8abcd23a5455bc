#include "c/extract/table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/diagnostics.hpp"

namespace waymark::c {
namespace {

Decision decided(Table& table, char kind, const std::string& statement, const std::string& function = "f",
                 const std::set<std::string>& names = {}) {
  return table.decide(function, kind, statement, names);
}

std::string refusal_of(const std::string& text) {
  try {
    const Table table("t.lut", text);
  } catch (const base::InputError& fault) {
    return fault.what();
  }
  return "";
}

TEST(Table, SpacesAndParenthesesDoNotMatter) {
  EXPECT_EQ(Table::normal("(s == E)"), Table::normal("s==E"));
  EXPECT_EQ(Table::normal("E=(1-E)"), Table::normal("E = 1 - E"));
  EXPECT_EQ(Table::normal("send(&(Bufout),s)"), Table::normal("send(&Bufout, s)"));
  EXPECT_EQ(Table::normal("(!get(&(b)))"), Table::normal("!get(&b)"));
  EXPECT_EQ(Table::normal("!(!get(b))"), Table::normal("get(b)"));
  EXPECT_EQ(Table::normal("!(a==b)"), Table::normal("!((a == b))"));
}

TEST(Table, WhatMattersStaysDifferent) {
  EXPECT_NE(Table::normal("!(a == b)"), Table::normal("!a == b"));
  EXPECT_NE(Table::normal("(a + b) * c"), Table::normal("a + b * c"));
  EXPECT_NE(Table::normal("short s"), Table::normal("shorts"));
  EXPECT_NE(Table::normal("!a || b"), Table::normal("!(a || b)"));
  EXPECT_NE(Table::normal("(a) - (b)"), Table::normal("a) - (b"));
}

TEST(Table, AnEntryDecidesBeforeDataAndDataBeforeDefaults) {
  Table table("t", "Default A print\nIrrelevant x\nA: x = 1\tkeep\n");
  EXPECT_EQ(decided(table, 'A', "x = 1", "f", {"x"}).treatment, Treatment::keep);
  EXPECT_EQ(decided(table, 'A', "x = 2", "f", {"x"}).treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'A', "y = 2", "f", {"y"}).treatment, Treatment::print);
  EXPECT_EQ(decided(table, 'F', "g()").treatment, Treatment::keep);
  EXPECT_EQ(decided(table, 'C', "x > 2", "f", {"x"}).treatment, Treatment::always);
}

TEST(Table, PrefixesComeBehindWholeStatements) {
  Table table("t", "F: memcpy(...\thide\nF: memcpy(a, b, 1)\tprint\n");
  EXPECT_EQ(decided(table, 'F', "memcpy(a, b, 2)").treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'F', "memcpy(a, b, 1)").treatment, Treatment::print);
  EXPECT_EQ(decided(table, 'F', "memcmp(a)").treatment, Treatment::keep);
}

TEST(Table, SectionsAreForOneFunction) {
  Table table("t", "A: x = 1\tskip\nFunction g\nA: x = 1\thide\nFunction\nA: y = 1\thide\n");
  EXPECT_EQ(decided(table, 'A', "x = 1", "f").treatment, Treatment::skip);
  EXPECT_EQ(decided(table, 'A', "x = 1", "g").treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'A', "y = 1", "f").treatment, Treatment::hide);
}

TEST(Table, OneDeclarationMayNameSeveralVariables) {
  Table table("t", "D: short s,E=0,cnt=0;\thide\n");
  EXPECT_EQ(decided(table, 'D', "short s").treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'D', "short E = 0").treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'D', "short cnt = 0").treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'D', "int cnt = 0").treatment, Treatment::keep);
}

TEST(Table, AnyOtherTextIsPromela) {
  Table table("t", "F: send(&(b),s)\tsq!b,s /* syntax conversion */\n");
  const Decision decision = decided(table, 'F', "send(&b, s)");
  EXPECT_EQ(decision.treatment, Treatment::text);
  EXPECT_EQ(decision.text, "sq!b,s");
}

TEST(Table, SubstitutesAreWholeWordsInTheOrderOfTheTable) {
  Table table("t", "Substitute FALSE NO\nSubstitute NO false\n");
  EXPECT_EQ(table.substituted("x = FALSE; y = FALSE2; z = NO"), "x = false; y = FALSE2; z = false");
}

TEST(Table, NewStatementsAreAddedAndOldOnesBecomeComments) {
  Table table("t", "# mine\nA: x = 1\thide\nA: gone = 1\tprint\nFunction g\nA: y = 1\tskip\n");
  (void)decided(table, 'A', "x = 1");
  (void)decided(table, 'A', "fresh = 2");
  (void)decided(table, 'A', "fresh = 2");
  (void)decided(table, 'A', "y = 1", "g");
  EXPECT_EQ(table.fresh(), std::vector<std::string>{"A: fresh = 2"});
  EXPECT_EQ(table.vanished(), std::vector<std::string>{"A: gone = 1\tprint"});
  EXPECT_EQ(table.updated(),
            "# mine\nA: x = 1\thide\n# vanished: A: gone = 1\tprint\nFunction g\nA: y = 1\tskip\nFunction\nA: fresh = "
            "2\tkeep\n");
}

// What was brought up to date says the same, and needs nothing more.
TEST(Table, AnUpdatedTableIsUpToDate) {
  Table first("t", "");
  (void)decided(first, 'A', "x = 1");
  (void)decided(first, 'C', "!(x > 1)");
  Table second("t", first.updated());
  (void)decided(second, 'A', "x = 1");
  (void)decided(second, 'C', "!(x > 1)");
  EXPECT_TRUE(second.fresh().empty());
  EXPECT_TRUE(second.vanished().empty());
  EXPECT_EQ(second.updated(), first.updated());
}

// What a table makes of a program, by one statement that is decided.
std::string weighed(const std::string& text, char kind, const std::string& statement,
                    const std::set<std::string>& names = {}) {
  Table table("t", text);
  (void)decided(table, kind, statement, "f", names);
  return table.approximation().text();
}

TEST(Table, WhatIsOpenAddsRunsAndWhatWaitsLosesSome) {
  const std::string over = " (an over-approximation)", under = " (an under-approximation)";
  const std::string neither = " (neither an over- nor an under-approximation)";
  EXPECT_EQ(weighed("", 'A', "x = 1"), "");
  EXPECT_EQ(weighed("C: x > 1\ttrue\n", 'C', "x > 1"), over);
  EXPECT_EQ(weighed("C: x > 1\tprint\n", 'C', "x > 1"), over);
  EXPECT_EQ(weighed("C: x > 1\tfalse\n", 'C', "x > 1"), under);
  EXPECT_EQ(weighed("A: x = 1\tfalse\n", 'A', "x = 1"), under);
  EXPECT_EQ(weighed("C: x > 1\ty > 1\n", 'C', "x > 1"), neither);
  for (const std::string treatment : {"skip", "hide", "comment", "print", "warn", "true"}) {
    EXPECT_EQ(weighed("A: x = 1\t" + treatment + "\n", 'A', "x = 1"), neither) << treatment;
    EXPECT_EQ(weighed("F: g()\t" + treatment + "\n", 'F', "g()"), neither) << treatment;
  }
  EXPECT_EQ(weighed("Default R hide\n", 'R', "return 1"), neither);
  EXPECT_EQ(weighed("Process g\n", 'A', "x = 1"), neither);
}

TEST(Table, WhatIsIrrelevantIsNotHarmless) {
  EXPECT_EQ(weighed("Irrelevant x\n", 'D', "int x = 0", {"x"}), "");
  EXPECT_EQ(weighed("Irrelevant x\n", 'C', "x > 1", {"x"}), " (an over-approximation)");
  // An invariant may ask about x, which stays what it was.
  EXPECT_EQ(weighed("Irrelevant x\n", 'A', "x = 1", {"x"}), " (neither an over- nor an under-approximation)");
  // What prints has no effect on the program.
  EXPECT_EQ(weighed("Default F hide\n", 'F', "printf(\"x\")"), "");
}

TEST(Table, WhatIsKnownOfVariablesIsAnEntryToo) {
  const Table table("t", "Abstract x:sign,{x < y}\nAbstract main.z:0..3\n");
  EXPECT_EQ(table.abstractions(), (std::vector<std::string>{"x:sign,{x < y}", "main.z:0..3"}));
  EXPECT_EQ(refusal_of("Abstract x\n"), "t.lut:1: error: Abstract is followed by VARIABLE:ITEM,..., as --abstract is");
}

TEST(Table, WhatModexSaysAlikeIsUnderstoodAndTheRestNamed) {
  const Table table("t", "Declare byte x Global\nDeclare chan q = [1] of { bit };\n");
  EXPECT_EQ(table.declarations(), (std::vector<std::string>{"byte x;", "chan q = [1] of { bit };"}));
  EXPECT_EQ(refusal_of("Declare byte x main\n"),
            "t.lut:1: error: Declare TYPE NAME SCOPE is understood with the scope Global");
  EXPECT_EQ(refusal_of("\nImport _all_ main\n"),
            "t.lut:2: error: Import takes data of C into a model with embedded C; keep the declaration instead (D: ... "
            "keep)");
  EXPECT_EQ(refusal_of("A: x = 1\tc_code { x = 1; }\n"),
            "t.lut:1: error: c_code is C inside of a model, of which nobody knows the states; write keep, or Promela");
}

std::string harness_refusal(const std::string& text) {
  try {
    const Table table("h.prx", text);
  } catch (const base::InputError& fault) {
    return fault.what();
  }
  return "";
}

TEST(Harness, IsATableWithSourcesProcessesAndDeclarations) {
  const std::string text =
      "// two processes\n%F abp.c\n%X -a sender\n%X -i helper\n%D\nactive proctype environment() {\n%%\n%L sender\nA: "
      "x = "
      "1\thide\n%%\n%L\nA: y = 1\tskip\n%%\n";
  Table table("h.prx", text);
  EXPECT_EQ(table.processes(), std::vector<std::string>{"sender"});
  EXPECT_EQ(table.declarations(), std::vector<std::string>{"active proctype environment() {"});
  ASSERT_EQ(table.sources().size(), 1u);
  EXPECT_EQ(table.sources()[0], (std::pair<std::string, std::size_t>{"abp.c", 2}));
  EXPECT_EQ(decided(table, 'A', "x = 1", "sender").treatment, Treatment::hide);
  EXPECT_EQ(decided(table, 'A', "x = 1", "receiver").treatment, Treatment::keep);
  EXPECT_EQ(decided(table, 'A', "y = 1", "receiver").treatment, Treatment::skip);
  EXPECT_EQ(table.updated(), text);
}

TEST(Harness, WhatIsNotUnderstoodIsRefusedByItsLine) {
  EXPECT_EQ(harness_refusal("%F a.c\n%H\n#include <x.h>\n%%\n"),
            "h.prx:2: error: %H is not understood; %F, %X, %L, %D, %P and %% are");
  EXPECT_EQ(harness_refusal("%X -p f\n"),
            "h.prx:1: error: %X -a FUNCTION makes a process of it, %X -i FUNCTION inlines it; nothing else of %X is "
            "understood");
  EXPECT_EQ(harness_refusal("%L\nA: x = 1\thide\n%%\nint x;\n"),
            "h.prx:4: error: a command is expected: %F, %X, %L, %D, %P, or %%");
  // A fault of the table in it is where it stands.
  EXPECT_EQ(harness_refusal("%F a.c\n%L\n\nSubstitute X\n%%\n"),
            "h.prx:4: error: Substitute is followed by what is replaced and by what it becomes");
}

TEST(Table, FaultsNameTheirLine) {
  EXPECT_EQ(
      refusal_of("\nX: what  keep\n"),
      "t.lut:2: error: an entry begins with D:, A:, C:, F:, R: or E:, a command is Substitute, Default, Irrelevant, "
      "Process, Function, Declare or Abstract");
  EXPECT_EQ(refusal_of("A: x=1 nonsense\n"),
            "t.lut:1: error: a tab or two blanks are expected between the statement and what becomes of it");
  EXPECT_EQ(refusal_of("Substitute X\n"),
            "t.lut:1: error: Substitute is followed by what is replaced and by what it becomes");
  EXPECT_EQ(refusal_of("Default Q keep\n"),
            "t.lut:1: error: Default is followed by D, A, C, F, R or E and a treatment");
}

}  // namespace
}  // namespace waymark::c
