// Scripts of searches that explore states more than once: what was repeated is left out, and what remains certifies.
#include <gtest/gtest.h>

#include <cstdlib>

#include "ids_recording.hpp"
#include "observe/cached_recorder.hpp"

namespace waymark::certify {
namespace {

// A store that forgets a state with some probability once it is asked for it off the path: the searches' worst friend.
class Forgetful final : public store::Store {
 public:
  explicit Forgetful(std::uint64_t seed, std::uint64_t one_in) : random_(seed), one_in_(one_in) {}

  store::Found insert(const model::Packed& state) override {
    std::vector<model::Word> words(state.words.begin(), state.words.end());
    const auto known = open_.find(words);
    if (known != open_.end() && (known->second > 0 || random_() % one_in_ != 0)) return {store::Seen::known, 0};
    open_[words] = 0;
    return {store::Seen::fresh, next_++};
  }
  std::span<const model::Word> words(std::uint64_t) override { return {}; }
  std::uint64_t size() const override { return next_; }
  std::uint64_t bytes() const override { return 0; }
  store::Promise promise() const override { return store::Promise::may_revisit; }

  // A state on the search's path is never forgotten, or the search would not end.
  void hold(const std::vector<model::Word>& words) { ++open_[words]; }
  void let_go(const std::vector<model::Word>& words) { --open_[words]; }

 private:
  std::mt19937_64 random_;
  std::uint64_t one_in_;
  std::uint64_t next_ = 0;
  std::map<std::vector<model::Word>, int> open_;
};

// Passes on what it hears.
class Counting final : public search::StateListener {
 public:
  explicit Counting(search::StateListener& listener) : listener_(listener) {}

  void stepped(const search::Stepped& step, model::Model& model) override {
    ++transitions_;
    listener_.stepped(step, model);
  }
  void left(std::uint64_t number, std::uint64_t depth) override { listener_.left(number, depth); }
  [[nodiscard]] std::uint64_t transitions() const { return transitions_; }

 private:
  search::StateListener& listener_;
  std::uint64_t transitions_ = 0;
};

// Plain recursion over the model, telling a listener what it does.
void explore(model::Model& model, Forgetful& store, search::StateListener& listener, std::uint64_t number) {
  const auto packed = model.pack().words;
  const std::vector<model::Word> own(packed.begin(), packed.end());
  store.hold(own);
  const auto take_all = [&](const auto& self) -> void {
    std::vector<model::Transition> enabled;
    model.enabled(enabled);
    const model::Mark mark = model.mark();
    for (const model::Transition& transition : enabled) {
      const model::Step step = model.fire(transition);
      if (step == model::Step::intermediate) self(self);
      if (step == model::Step::moved) {
        const store::Found found = store.insert(model.pack());
        listener.stepped({number, found, 0}, model);
        if (found.seen == store::Seen::fresh) explore(model, store, listener, found.number);
      }
      model.rewind(mark);
    }
  };
  take_all(take_all);
  store.let_go(own);
  listener.left(number, 0);
}

// How many transitions were taken, repeated ones included.
std::uint64_t record_cached(model::Model& model, Forgetful& store, const std::string& path) {
  observe::CachedRecorder recorder(path, 1 << 26);
  Counting counting(recorder);
  model.reset();
  EXPECT_EQ(store.insert(model.pack()).seen, store::Seen::fresh);
  recorder.started(0, model);
  explore(model, store, counting, 0);
  EXPECT_TRUE(recorder.finish(plain_header())) << recorder.why();
  return counting.transitions();
}

TEST(Cached, repeated_explorations_are_left_out) {
  const Scratch scratch;
  std::uint64_t removed = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    const auto states = static_cast<std::uint32_t>(2 + random() % 14);
    graph::Edges shape = graph::random_graph(states, states - 1 + static_cast<std::uint32_t>(random() % 14), seed);
    if (states > 4 && seed % 3 == 0) shape = with_passing(shape, random);
    graph::Graph graph(shape);
    Forgetful store(seed, 2);
    const std::uint64_t taken = record_cached(graph, store, scratch.file("cached"));
    // What remains is what a search that forgets nothing records, to the byte.
    graph::Graph again(shape);
    removed += taken - record_ids(again, scratch.file("plain")).tallies.transitions;
    ASSERT_EQ(open(scratch.file("cached"))->digest(), open(scratch.file("plain"))->digest()) << "seed " << seed;
    const Result result = certify_ids(graphs(shape), scratch.file("cached"), 1 + static_cast<unsigned>(seed % 2));
    ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
  }
  EXPECT_GT(removed, 500u);
}

TEST(Cached, the_thesis_example_loses_its_grey_cells) {
  // Figure 4.3: 1 →2 →3 →{4 →5, 6}, 1 →7 →3; with a cache of one state, 3 and all below it are explored twice.
  const Scratch scratch;
  const graph::Edges shape{.edges = {{0, 1, 0}, {0, 6, 0}, {1, 2, 0}, {6, 2, 0}, {2, 3, 0}, {2, 5, 0}, {3, 4, 0}},
                           .kinds = {},
                           .padding = 0};
  graph::Graph graph(shape);
  Forgetful store(1, 1);
  EXPECT_EQ(record_cached(graph, store, scratch.file("cached")), 10u);
  EXPECT_EQ(open(scratch.file("cached"))->header().states, 7u);
  EXPECT_EQ(open(scratch.file("cached"))->header().transitions, 7u);
}

// Steps by hand: numbers stand for states, which are entered if they are negative; 0 is a back.
std::string why_not(const std::vector<int>& steps, std::uint64_t memory = 1 << 26) {
  const Scratch scratch;
  graph::Graph graph{{0, 1}, {1, 2}, {2, 3}};
  graph.reset();
  observe::CachedRecorder recorder(scratch.file("cached"), memory);
  recorder.started(0, graph);
  for (const int step : steps) {
    if (step == 0) {
      recorder.left(0, 0);
      continue;
    }
    graph.reset();
    for (int i = 0; i < std::abs(step); ++i) {
      std::vector<model::Transition> enabled;
      graph.enabled(enabled);
      EXPECT_EQ(graph.fire(enabled.front()), model::Step::moved);
    }
    recorder.stepped({0, {step < 0 ? store::Seen::fresh : store::Seen::known, 0}, 0}, graph);
  }
  const bool finished = recorder.finish(plain_header());
  EXPECT_EQ(finished, recorder.why().empty());
  return recorder.why();
}

TEST(Cached, steps_that_contradict_each_other_make_no_script) {
  EXPECT_EQ(why_not({-1, 1, 0, 0}), "");
  EXPECT_EQ(why_not({-1, 1, 0}), observe::not_depth_first);
  EXPECT_EQ(why_not({-1, 1, 0, 0, 0}), observe::not_depth_first);
  EXPECT_EQ(why_not({2, 0}), "a state is said to be known that was never explored");
  EXPECT_EQ(why_not({-1, 0, -1, -2, 0, 0, 0}),
            "a state explored for the second time leads to one that was never explored");
  EXPECT_EQ(why_not({-1, 1, 0, 0}, 100), "numbering the states needs more memory than allowed");
}

}  // namespace
}  // namespace waymark::certify
