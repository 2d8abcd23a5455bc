#include "model/testing/checked.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "graph/graph.hpp"

namespace waymark::model {
namespace {

// Walks at random with all that a search does: marks, rewinds, unpacks, resets. Throws what Checked throws.
void walk(Model& model, int steps, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Transition> enabled;
  std::vector<Mark> marks;
  std::vector<std::vector<Word>> packed;
  model.reset();
  bool passing = false;
  for (int i = 0; i < steps; ++i) {
    const std::uint64_t what = random() % 12;
    if (!passing && what == 0 && marks.size() < 20) {
      marks.push_back(model.mark());
    } else if (what == 1 && !marks.empty()) {
      marks.resize(1 + random() % marks.size());
      model.rewind(marks.back());
      passing = false;
    } else if (!passing && what == 2) {
      const auto words = model.pack().words;
      packed.emplace_back(words.begin(), words.end());
      (void)model.fingerprint();
    } else if (what == 3 && !packed.empty()) {
      model.unpack(packed[random() % packed.size()]);
      marks.clear();
      passing = false;
    } else {
      model.enabled(enabled);
      if (enabled.empty() || random() % 100 == 0) {
        model.reset();
        marks.clear();
        passing = false;
      } else {
        passing = model.fire(enabled[random() % enabled.size()]) == Step::intermediate;
      }
    }
  }
}

TEST(Checked, is_content_with_random_graphs) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    graph::Edges shape = graph::random_graph(100, 300, seed);
    shape.padding = 2;
    Checked checked(std::make_unique<graph::Graph>(shape), std::make_unique<graph::Graph>(shape));
    checked.key(Key::quick(seed));
    (void)checked.watch("3");
    EXPECT_NO_THROW(walk(checked, 3000, seed));
  }
}

TEST(Checked, is_content_with_passing_and_failing_steps) {
  const auto make = [] {
    return graph::Graph::parse("0 1\n0 2\n1 3\n1 4\n3 0\n3 2\n2 0\n2 5\n5 0\n4 0\npass 1\npass 3\nfail 4\n");
  };
  Checked checked(make(), make());
  EXPECT_NO_THROW(walk(checked, 3000, 1));
}

// A graph that breaks one promise.
enum class Fault {
  none,
  enabled_changes_its_mind,
  enabled_depends_on_the_way,
  enabled_twice_the_same,
  fire_is_random,
  rewind_loses_words,
  rewind_loses_fingerprint,
  rewind_loses_enabled,
  unpack_loses_words,
  unpack_loses_enabled,
  read_refuses,
  read_leaves_bytes,
  read_loses_words,
  write_depends_on_the_way,
  fingerprint_collides,
  fingerprint_depends_on_the_way,
  fingerprint_drifts,
  facts_depend_on_the_way,
  holds_depends_on_the_way,
  reset_elsewhere,
  reached_forgets,
  violation_is_silent,
};

class Faulty final : public Model {
 public:
  Faulty(const graph::Edges& shape, Fault fault) : graph_(shape), fault_(fault) {}

  void key(const Key& key) override { graph_.key(key); }
  Watch watch(std::string_view expression) override { return graph_.watch(expression); }
  void reset() override {
    graph_.reset();
    ++resets_;
    fired_ = 0;
    if (fault_ == Fault::reset_elsewhere && resets_ > 1) step_anywhere();
  }
  void enabled(std::vector<Transition>& out) override {
    graph_.enabled(out);
    ++asked_;
    if (out.size() < 2) return;
    if (fault_ == Fault::enabled_changes_its_mind && asked_ % 5 == 0) std::swap(out[0], out[1]);
    if (fault_ == Fault::enabled_depends_on_the_way && fired_ % 3 == 2) std::swap(out[0], out[1]);
    if (fault_ == Fault::enabled_twice_the_same) out[1] = out[0];
    if (fault_ == Fault::rewind_loses_enabled && rewound_) out.pop_back();
    if (fault_ == Fault::unpack_loses_enabled && unpacked_) out.pop_back();
  }
  Step fire(const Transition& transition) override {
    rewound_ = unpacked_ = false;
    ++fired_;
    ++fired_ever_;
    const Step step = graph_.fire(transition);
    if (fault_ == Fault::fire_is_random && fired_ever_ % 7 == 0) step_anywhere();
    return step;
  }
  const Violation& violation() const override {
    return fault_ == Fault::violation_is_silent ? silent_ : graph_.violation();
  }
  Mark mark() override { return graph_.mark(); }
  void rewind(Mark mark) override {
    if (fault_ == Fault::rewind_loses_words) return;
    graph_.rewind(mark);
    rewound_ = true;
  }
  Packed pack() override { return graph_.pack(); }
  void unpack(std::span<const Word> words) override {
    graph_.unpack(words);
    unpacked_ = true;
    if (fault_ == Fault::unpack_loses_words && words[0] != 0) graph_.reset();
  }
  void write(base::ByteSink& sink) override {
    graph_.write(sink);
    if (fault_ == Fault::read_leaves_bytes) sink.u8(0);
    if (fault_ == Fault::write_depends_on_the_way) sink.u8(static_cast<std::uint8_t>(fired_));
  }
  bool read(base::ByteSource& source) override {
    if (fault_ == Fault::read_refuses) return false;
    const bool read = graph_.read(source);
    if (fault_ == Fault::write_depends_on_the_way) (void)source.u8();
    if (fault_ == Fault::read_loses_words) graph_.reset();
    return read;
  }
  Fingerprint fingerprint() override {
    Fingerprint result = graph_.fingerprint();
    if (fault_ == Fault::fingerprint_collides) result = {graph_.pack().words[0] % 30, 0};
    if (fault_ == Fault::fingerprint_depends_on_the_way) result.low += fired_ % 3;
    // As an incremental sum that forgets to take out: right from scratch, wrong after a step.
    if (fault_ == Fault::fingerprint_drifts && fired_ > 0 && !unpacked_) ++result.low;
    if (fault_ == Fault::rewind_loses_fingerprint && rewound_) ++result.high;
    return result;
  }
  Facts facts() override {
    return {.proper_end = fault_ == Fault::facts_depend_on_the_way ? fired_ % 3 == 2 : graph_.facts().proper_end};
  }
  bool holds(Watch watch) override {
    return fault_ == Fault::holds_depends_on_the_way ? fired_ % 3 == 2 : graph_.holds(watch);
  }
  std::uint64_t bytes() const override { return graph_.bytes(); }
  ActionId actions() const override { return graph_.actions(); }
  Action action(ActionId id) const override { return graph_.action(id); }
  bool reached(ActionId id) const override { return fault_ != Fault::reached_forgets && graph_.reached(id); }
  Step explain(const Transition& transition, Explanation& out) override { return graph_.explain(transition, out); }

 private:
  void step_anywhere() {
    std::vector<Transition> transitions;
    graph_.enabled(transitions);
    if (!transitions.empty()) (void)graph_.fire(transitions.back());
  }

  graph::Graph graph_;
  Fault fault_;
  Violation silent_;
  int resets_ = 0;
  unsigned asked_ = 0;
  unsigned fired_ = 0;
  unsigned fired_ever_ = 0;
  bool rewound_ = false;
  bool unpacked_ = false;
};

graph::Edges faulty_shape() {
  graph::Edges shape = graph::random_graph(60, 240, 9);
  shape.padding = 1;
  shape.kinds.clear();
  shape.kinds.emplace_back(7, graph::Edges::Kind::fail);
  return shape;
}

std::string complaint(Fault fault) {
  const graph::Edges shape = faulty_shape();
  Checked checked(std::make_unique<Faulty>(shape, fault), std::make_unique<Faulty>(shape, fault));
  (void)checked.watch("3");
  try {
    walk(checked, 3000, 4);
  } catch (const BrokenPromise& broken) {
    return broken.what();
  }
  return "";
}

struct Case {
  Fault fault;
  std::string promise;  // what must be named, the word or words that matter
};

class EveryFault : public testing::TestWithParam<Case> {};

TEST_P(EveryFault, is_named) {
  const std::string what = complaint(GetParam().fault);
  EXPECT_NE(what.find("broken promise: "), std::string::npos) << what;
  EXPECT_NE(what.find(GetParam().promise), std::string::npos) << what;
}

INSTANTIATE_TEST_SUITE_P(
    Checked, EveryFault,
    testing::Values(
        Case{Fault::enabled_changes_its_mind, "enabled"}, Case{Fault::enabled_depends_on_the_way, "enabled"},
        Case{Fault::enabled_twice_the_same, "enabled transitions are different"}, Case{Fault::fire_is_random, "fire()"},
        Case{Fault::rewind_loses_words, "equal words after rewind()"},
        Case{Fault::rewind_loses_fingerprint, "equal fingerprints after rewind()"},
        Case{Fault::rewind_loses_enabled, "equal enabled transitions after rewind()"},
        Case{Fault::unpack_loses_words, "equal words after pack() and unpack()"},
        Case{Fault::unpack_loses_enabled, "equal enabled transitions after pack() and unpack()"},
        Case{Fault::read_refuses, "read() takes what write() gave"},
        Case{Fault::read_leaves_bytes, "read() takes all that write() gave"},
        Case{Fault::read_loses_words, "equal words after write() and read()"},
        Case{Fault::write_depends_on_the_way, "equal bytes of write()"},
        Case{Fault::fingerprint_collides, "different fingerprints in different states"},
        Case{Fault::fingerprint_depends_on_the_way, "equal fingerprints"},
        Case{Fault::fingerprint_drifts, "equal fingerprints"}, Case{Fault::facts_depend_on_the_way, "equal facts"},
        Case{Fault::holds_depends_on_the_way, "equal propositions"},
        Case{Fault::reset_elsewhere, "after every reset()"}, Case{Fault::reached_forgets, "reached()"},
        Case{Fault::violation_is_silent, "violation() says why"}));

TEST(Checked, has_nothing_to_say_about_the_same_graph_without_a_fault) { EXPECT_EQ(complaint(Fault::none), ""); }

TEST(Checked, notices_callers_that_break_theirs) {
  const graph::Edges shape = graph::random_graph(20, 60, 1);
  Checked checked(std::make_unique<graph::Graph>(shape), std::make_unique<graph::Graph>(shape));
  checked.reset();
  std::vector<Transition> enabled;
  checked.enabled(enabled);
  Transition wrong = enabled[0];
  wrong.action = 59;  // an edge of the last state
  EXPECT_THROW((void)checked.fire(wrong), BrokenPromise);
  const Mark first = checked.mark();
  (void)checked.fire(enabled[0]);
  const Mark second = checked.mark();
  checked.rewind(first);
  EXPECT_THROW(checked.rewind(second), BrokenPromise);
}

}  // namespace
}  // namespace waymark::model
