// Which processes are found to be alike, and why others are not. That exchanges are symmetries is shown by brute force
// elsewhere (tests/compare/symmetry.py).
#include "promela/symmetric.hpp"

#include <gtest/gtest.h>

#include "promela/program/compile.hpp"
#include "promela/symmetry/kinds.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

// The groups of a model, or why there are none.
std::string groups(const std::string& text, const std::vector<std::string>& watched = {}) {
  const auto program = compile(parse_text("test", text));
  const Symmetry::Found found = find_symmetry(program, watched, nullptr);
  return found.symmetry != nullptr ? found.symmetry->text() : found.why;
}

TEST(Symmetry, Found) {
  EXPECT_EQ(groups("byte x; active [3] proctype P() { x++ }"), "3 P (pids 0, 1, 2)");
  EXPECT_EQ(groups("bool b[3]; active [3] proctype P() { b[_pid] = 1 }"), "3 P (pids 0, 1, 2)");
  EXPECT_EQ(groups("bool b[2]; active proctype Q() { skip } active [2] proctype P() { b[_pid - 1] = 1 }"),
            "2 P (pids 1, 2)");
  EXPECT_EQ(groups("byte a[9]; proctype P(byte i) { a[i] = 1 } init { atomic { run P(7); run P(4) } }"),
            "2 P (pids 1, 2)");
  EXPECT_EQ(groups("byte a[3]; proctype P(byte i) { a[i] = 1 } proctype Q(byte i) { a[i] == 1 } "
                   "init { atomic { run P(1); run Q(2); run P(2); run Q(1) } }"),
            "2 P with Q (pids 1, 3)");
  EXPECT_EQ(
      groups("chan q[2] = [1] of {byte}; proctype P(chan c) { c!1 } init { atomic { run P(q[1]); run P(q[0]) } }"),
      "2 P (pids 1, 2)");
  EXPECT_EQ(groups("chan q = [2] of {chan}; active [2] proctype P() { chan own = [1] of {byte}; do :: q!own od }"),
            "2 P (pids 0, 1)");
}

// One instance is told from the others.
TEST(Symmetry, Cut) {
  EXPECT_EQ(groups("byte x; active [3] proctype P() { x == _pid }"), "2 P (pids 1, 2)") << "x is 0 at the start";
  EXPECT_EQ(groups("byte x = 9; active [3] proctype P() { x = _pid; x == 1 }"), "2 P (pids 0, 2)");
  EXPECT_EQ(groups("bool b[3]; active [3] proctype P() { b[_pid] = b[2] }"), "2 P (pids 0, 1)");
  EXPECT_EQ(groups("byte a[4] = {0, 1, 0, 0}; active [4] proctype P() { a[_pid] = 2 }"), "3 P (pids 0, 2, 3)");
  const std::string plain = "bool b[3]; active [3] proctype P() { do :: b[_pid] = 1 od }";
  EXPECT_EQ(groups(plain, {"b[0] == 1"}), "2 P (pids 1, 2)");
  EXPECT_EQ(groups("active [3] proctype P() { byte x; do :: x = 1 od }", {"P[1]:x == 1"}), "2 P (pids 0, 2)");
}

TEST(Symmetry, Refused) {
  const std::string two = "active [2] proctype P() ";
  EXPECT_EQ(groups("active proctype P() { skip }"), "no two processes are of one type from the start");
  EXPECT_EQ(groups("byte x; " + two + "{ x = _pid * 2 }"), "the number of a process P is computed with");
  EXPECT_EQ(groups("byte x; " + two + "{ x < _pid }"), "the number of a process P is ordered");
  EXPECT_EQ(groups("byte x; " + two + "{ x = _pid; x = x + 1 }"),
            "the number of a process P is one number here and another there");
  EXPECT_EQ(groups("byte x = 9; active [3] proctype P() { bit b; b = _pid; x = b }"),
            "the number of a process P may be cut off by an assignment");
  EXPECT_EQ(groups(two + "{ _nr_pr == 1 }"), "processes end, and the model counts them by _nr_pr");
  EXPECT_EQ(groups("byte x; " + two + "{ run P() }"), "several P may start processes");
  EXPECT_EQ(groups(two + "{ _last == 1 }"), "the model uses _last");
  EXPECT_EQ(groups(two + "{ enabled(1) }"), "the model uses enabled() or pc_value()");
  EXPECT_EQ(groups("chan q = [2] of {byte}; " + two + "{ xr q; do :: q?_ od }"), "the model has xr or xs");
  EXPECT_EQ(groups("chan q = [2] of {byte}; " + two + "{ do :: q!!_pid od }"),
            "the number of a process P is sorted in a channel");
  EXPECT_EQ(groups("byte x; " + two + "{ byte v; x = P[1]:v }"), "processes P end, and others look into them");
  EXPECT_EQ(groups("byte a[3]; " + two + "{ byte i; for (i : 0 .. 1) { a[i] = a[_pid] } }").substr(0, 26),
            "the number of a process P ");
}

// Processes that init starts, in loops and without, in one atomic sequence or one by one.
TEST(Symmetry, Started) {
  const std::string kind = "byte x[4]; proctype P(byte me) { do :: x[me] = 1 - x[me] od } init { byte i; ";
  const std::string loop = "do :: i < 3 -> run P(i); i++ :: else -> break od";
  const std::string all = "3 P (pids 1, 2, 3)";
  EXPECT_EQ(groups(kind + "atomic { " + loop + " } }"), all);
  EXPECT_EQ(groups(kind + "i = 0; skip; atomic { " + loop + "; i = 0 } }"), all);
  EXPECT_EQ(groups(kind + "atomic { for (i : 0 .. 2) { run P(i) } } }"), all);
  EXPECT_EQ(groups(kind + "atomic { run P(0); run P(1); run P(2) }; i = 7 }"), all);
  EXPECT_EQ(groups(kind + loop + " }"), all);
  EXPECT_EQ(groups(kind + "for (i : 0 .. 2) { run P(i) } }"), all);
  EXPECT_EQ(groups(kind + "do :: atomic { i < 3 -> run P(i); i++ } :: else -> break od }"), all);
  EXPECT_EQ(groups(kind + "run P(0); run P(1); run P(2) }"), all);
  EXPECT_EQ(groups(kind + "atomic { run P(0); run P(1) }; run P(2) }"), all);
  EXPECT_EQ(groups("proctype P() { skip } init { run P() }"), "no two processes are of one type from the start");
  EXPECT_EQ(groups("bool go; proctype P() { go } "
                   "init { byte i; do :: i < 2 -> run P(); i++ :: else -> break od; go = true }"),
            "2 P (pids 1, 2)");
  EXPECT_EQ(groups("chan q[2] = [1] of {byte}; proctype P(chan c) { c!1 } "
                   "init { byte i; for (i : 0 .. 1) { run P(q[i]) } }"),
            "2 P (pids 1, 2)");
  EXPECT_EQ(groups("byte x[4]; proctype P(byte me) { do :: x[me] = 1 od } proctype All() { run P(0); run P(3) } "
                   "init { run All() }"),
            "2 P (pids 2, 3)");
}

// What starts processes one by one, and would go otherwise if they went otherwise, or is seen by them.
TEST(Symmetry, StarterIsNotOnItsOwn) {
  const std::string kind = "byte x; byte a[2] = 1; chan q = [1] of {byte}; proctype P(byte me) { do :: x = 1 od } ";
  const auto init = [&](const std::string& between) {
    return groups(kind + "init { byte i; run P(0); " + between + "; run P(1) }");
  };
  const std::string depends = "while :init: starts processes, others may change what it does next";
  for (const char* const between : {"x == 1", "x = 2", "i = x", "q!1", "q?[1]", "len(q) == 0", "timeout", "i = _nr_pr",
                                    "d_step { i = 1; i = 2 }", "P[1]:me == 0"}) {
    EXPECT_EQ(init(between), depends) << between;
  }
  const std::string both = "2 P (pids 1, 2)";
  for (const char* const between : {"i = 7", "i = _pid", "a[i] == 1", "assert(i == 0)", "printf(\"%d\", i)",
                                    "if :: i > 3 -> i = 0 :: else fi", "atomic { i++; i-- }"}) {
    EXPECT_EQ(init(between), both) << between;
  }
  EXPECT_EQ(init("if :: i = 1 :: i = 2 fi"), ":init: may go several ways before it has started all processes");
  EXPECT_EQ(init("i == 1"), ":init: comes to a stop before it has started all processes");
  EXPECT_EQ(init("assert(false)"), ":init: fails before it has started all processes");
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = 1 od } init { do :: run P() od }"),
            ":init: fails before it has started all processes")
      << "255 processes are too many";
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = 1 od } init { int i; do :: i++ :: i < 0 -> run P() od }"),
            ":init: takes more than 10000 steps to start all processes");
  EXPECT_EQ(groups("byte x; proctype P() { byte old = x; do :: x = old od } init { run P(); run P() }"),
            "initial values of P depend on when it starts");
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = 1 od } active [2] proctype Q() { run P() }"),
            "several Q may start processes");
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = 1 od } init { run P(); run P() } active proctype Q() { run P() }"),
            "both :init: and Q may start processes");
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = 1 od } "
                   "active proctype Q() provided (x == 0) { run P(); run P() }"),
            "Q starts processes, and is 'provided'");
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = Q[0]:i od } active proctype Q() { byte i; run P(); run P() }"),
            "Q starts processes, and others look into it");
  EXPECT_EQ(groups("byte x; proctype P() { do :: x = 1 od } init { run P(); run P() } never { do :: true od }"),
            "a never claim sees processes start one after another");
  // After all have started, whatever it does is read as any other code, and so is the end of its loop.
  EXPECT_EQ(groups(kind + "init { run P(0); run P(1); x == 1; x = 2 }"), both);
  EXPECT_EQ(groups("byte x[3]; proctype P(byte me) { do :: x[me] = 1 od } "
                   "init { byte i; for (i : 0 .. 2) { run P(i) }; x[i] = 1 }"),
            "processes of one type are distinguished by their initial values or by the numbers that are named");
}

// In Promela a number is given again as soon as its process has ended.
TEST(Symmetry, EndsBeforeAllHaveStarted) {
  const std::string early = "processes P may end before all have started, and the model sees numbers of processes";
  const std::string three = "init { run P(); run P(); run P() }";
  EXPECT_EQ(groups("byte x; proctype P() { x++ } " + three), "3 P (pids 1, 2, 3)");
  EXPECT_EQ(groups("byte x[4]; proctype P() { do :: x[_pid] = 1 od } " + three), "3 P (pids 1, 2, 3)");
  EXPECT_EQ(groups("byte x[4]; proctype P() { x[_pid] = 1 } " + three), early);
  EXPECT_EQ(groups("byte x[4]; proctype P() { x[_pid] = 1 } init { atomic { run P(); run P(); run P() } }"),
            "3 P (pids 1, 2, 3)");
  EXPECT_EQ(groups("byte x; proctype P() { x = 1 } init { byte i; run P(); i = run P(); x = i }"), early);
  EXPECT_EQ(groups("byte x; proctype P() { byte v; x = 1 } proctype R() { byte v; do :: v = x od } "
                   "init { run P(); run R(); run R(); do :: x = R[3]:v od }"),
            early);
  // The last of all may end, and so may who is older than the starter.
  EXPECT_EQ(groups("byte x[9]; proctype P() { do :: x[_pid] = 1 od } proctype Q() { x[0] = 1 } "
                   "active proctype R() { x[0] = 2 } init { run P(); run P(); run Q() }"),
            "2 P (pids 2, 3)");
  // Without a loop, too: one has ended before the others start.
  EXPECT_EQ(
      groups("byte x; byte last = 99; proctype P() { last = _pid; last = 99; x = 1; x == 0 } proctype Q() { x = 1 } "
             "init { run Q(); x == 1; atomic { run P(); run P() }; last != 99 -> assert(last != 1) }"),
      "while :init: starts processes, others may change what it does next");
}

// A kind is plain as soon as two ways to come to it disagree.
TEST(Symmetry, Kinds) {
  Kinds kinds;
  const Kind a = kinds.make();
  const Kind b = kinds.make();
  const Kind c = kinds.make();
  kinds.unite(a, b, 1);
  kinds.unite(b, c, 2);
  kinds.name(a, 10);
  const Kinds::Place at = kinds.find(a);
  EXPECT_EQ(at.difference - kinds.find(c).difference, 3);
  EXPECT_EQ(kinds.named(at.root), std::vector<std::int64_t>{10 - at.difference});
  kinds.unite(a, c, 3);
  EXPECT_FALSE(kinds.is_plain(b));
  kinds.unite(a, c, 4);
  EXPECT_TRUE(kinds.is_plain(b));
}

}  // namespace
}  // namespace waymark::promela
