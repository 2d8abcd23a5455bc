// The text of a derivation is a script's word for its graph: it comes back as it was, and no other derivation has it.
#include "load/derivation.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace waymark::load {
namespace {

using Texts = std::vector<std::string>;

// What separates items or looks like one.
const Texts like_items = {
    "x", "", ";", "; ", "\\", "\\x3b", "\n", "\xff", "visible x", "; shown x", "cycles acceptance", "slice by nothing"};

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  bool half() { return below(2) == 0; }
  std::string text() { return like_items[below(like_items.size())] + like_items[below(like_items.size())]; }
  Texts texts() {
    Texts out(below(3));
    for (std::string& one : out) one = text();
    return out;
  }
  Cycles cycles() {
    const bool fair = half();
    if (half()) return half() ? Cycles::no_acceptance(fair) : Cycles::progress(fair);
    return {CycleKind::ltl, ltl::parse(half() ? "[] <> p" : "[] (p -> <> q)", "test"), fair};
  }
  Derivation derivation() {
    Derivation made;
    if (half()) {
      made.slice = {.assertion = half(),
                    .deadlock = half(),
                    .steps = half(),
                    .output = half(),
                    .invariants = texts(),
                    .cycles = {}};
      if (half()) made.slice->cycles.push_back(cycles());
      for (Cycles& one : made.slice->cycles) one.fair = false;
    }
    const Texts own = {"", "llvm", "java Main frames 7", "abstract x:sign", "llvm; abstract y"};
    made.own = own[below(own.size())];
    made.shown = texts();
    if (half()) made.symmetry = {texts()};
    if (half()) made.preemptions = below(1000);
    if (half()) made.reduction = {half() ? "r" + text() : "", texts()};
    if (half()) made.cycles = cycles();
    return made;
  }

 private:
  std::mt19937 random_;
};

// What no other derivation has.
class Key {
 public:
  explicit Key(const Derivation& it) {
    sink_.u8(it.slice ? 1 : 0);
    if (it.slice) add(*it.slice);
    sink_.text(it.own);
    add(it.shown);
    sink_.u8(it.symmetry ? 1 : 0);
    if (it.symmetry) add(it.symmetry->unchanged);
    sink_.varint(it.preemptions ? *it.preemptions + 1 : 0);
    sink_.u8(it.reduction ? 1 : 0);
    if (it.reduction) {
      sink_.text(it.reduction->dropped);
      add(it.reduction->visible);
    }
    sink_.u8(it.cycles ? 1 : 0);
    if (it.cycles) add(*it.cycles);
  }
  [[nodiscard]] std::string text() const { return {sink_.bytes().begin(), sink_.bytes().end()}; }

 private:
  void add(const Texts& texts) {
    sink_.varint(texts.size());
    for (const std::string& one : texts) sink_.text(one);
  }
  void add(const Cycles& cycles) {
    sink_.u8(static_cast<std::uint8_t>(cycles.kind));
    sink_.u8(cycles.fair ? 1 : 0);
    sink_.text(cycles.text());
  }
  void add(const Criteria& criteria) {
    for (const bool one : {criteria.assertion, criteria.deadlock, criteria.steps, criteria.output})
      sink_.u8(one ? 1 : 0);
    add(criteria.invariants);
    sink_.varint(criteria.cycles.size());
    for (const Cycles& one : criteria.cycles) add(one);
  }

  base::ByteSink sink_;
};

std::string key(const Derivation& it) { return Key(it).text(); }

TEST(Derivation, comes_back_from_its_text) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Derivation made = random.derivation();
    std::string why;
    const auto read = Derivation::parse(made.text(), why);
    ASSERT_TRUE(read.has_value()) << made.text() << ": " << why;
    ASSERT_EQ(key(*read), key(made)) << made.text();
  }
}

TEST(Derivation, has_a_text_of_its_own) {
  Random random(2);
  std::map<std::string, std::string> met;
  for (int i = 0; i < 20'000; ++i) {
    const Derivation made = random.derivation();
    const auto [before, fresh] = met.emplace(made.text(), key(made));
    ASSERT_TRUE(fresh || before->second == key(made)) << made.text();
  }
}

TEST(Derivation, is_read_of_any_text_or_refused_with_the_item) {
  for (const std::string text :
       {"slice by", "slice by assertions", "slice by invariant \\x", "symmetry 2; x", "unchanged x",
        "preemptions at most", "preemptions at most x", "preemptions at most 4294967296", "preemptions at most -1",
        "partial order reduction; ", "partial order reduction; not presuming x; not presuming y; z", "weakly fair",
        "cycles", "cycles none", "cycles ltl (", "cycles acceptance; shown x", "shown x; llvm"}) {
    std::string why;
    const auto read = Derivation::parse(text, why);
    EXPECT_TRUE(!read || read->own == text) << text;  // what no item is may be a language's own option
    EXPECT_TRUE(read || !why.empty()) << text;
  }
}

}  // namespace
}  // namespace waymark::load
