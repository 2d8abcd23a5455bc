// Scripts of searches that explore states more than once: numbering leaves out what was repeated, and what remains
// certifies.
#include "script/raw.hpp"

#include <gtest/gtest.h>

#include "ids_recording.hpp"
#include "observe/raw_recorder.hpp"

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

void record_raw(model::Model& model, Forgetful& store, const std::string& path) {
  observe::RawRecorder recorder(path);
  model.reset();
  ASSERT_EQ(store.insert(model.pack()).seen, store::Seen::fresh);
  recorder.started(0, model);
  explore(model, store, recorder, 0);
  ASSERT_TRUE(recorder.finish(plain_header())) << recorder.why();
}

TEST(Raw, repeated_explorations_are_left_out) {
  const Scratch scratch;
  std::uint64_t removed_in_all = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    const auto states = static_cast<std::uint32_t>(2 + random() % 14);
    graph::Edges shape = graph::random_graph(states, states - 1 + static_cast<std::uint32_t>(random() % 14), seed);
    if (states > 4 && seed % 3 == 0) shape = with_passing(shape, random);
    graph::Graph graph(shape);
    Forgetful store(seed, 2);
    record_raw(graph, store, scratch.file("raw"));
    script::Removed removed;
    script::Fault fault;
    ASSERT_TRUE(script::number_states(open(scratch.file("raw")), scratch.file("ids"), 1 << 26, removed, fault))
        << fault.why;
    removed_in_all += removed.explorations;
    // What remains is what a search that forgets nothing records, to the byte.
    graph::Graph again(shape);
    const search::Outcome outcome = record_ids(again, scratch.file("plain"));
    for (const auto stream :
         {script::Stream::steps, script::Stream::ids, script::Stream::marks, script::Stream::sizes}) {
      ASSERT_EQ(all_bytes(open(scratch.file("ids")), stream), all_bytes(open(scratch.file("plain")), stream))
          << "seed " << seed;
    }
    ASSERT_EQ(open(scratch.file("raw"))->header().transitions, outcome.tallies.transitions + removed.transitions);
    const Result result = certify_ids(graphs(shape), scratch.file("ids"), 1 + static_cast<unsigned>(seed % 2));
    ASSERT_EQ(result.verdict, Verdict::certified) << result.why;
  }
  EXPECT_GT(removed_in_all, 500u);
}

TEST(Raw, the_thesis_example_loses_its_grey_cells) {
  // Figure 4.3: 1 →2 →3 →{4 →5, 6}, 1 →7 →3; with a cache of one state, 3 and all below it are explored twice.
  const Scratch scratch;
  const graph::Edges shape{.edges = {{0, 1, 0}, {0, 6, 0}, {1, 2, 0}, {6, 2, 0}, {2, 3, 0}, {2, 5, 0}, {3, 4, 0}},
                           .kinds = {},
                           .padding = 0};
  graph::Graph graph(shape);
  Forgetful store(1, 1);
  record_raw(graph, store, scratch.file("raw"));
  EXPECT_EQ(open(scratch.file("raw"))->header().transitions, 10u);
  script::Removed removed;
  script::Fault fault;
  ASSERT_TRUE(script::number_states(open(scratch.file("raw")), scratch.file("ids"), 1 << 26, removed, fault));
  EXPECT_EQ(removed.transitions, 3u);
  EXPECT_EQ(removed.explorations, 4u);
  EXPECT_EQ(open(scratch.file("ids"))->header().states, 7u);
  EXPECT_EQ(open(scratch.file("ids"))->header().transitions, 7u);
}

// A raw script by hand: numbers stand for fingerprints; negative ones are entered, 0 is a back.
bool numbered(const std::vector<int>& codes, std::string& why) {
  const Scratch scratch;
  {
    script::Writer writer(scratch.file("raw"));
    const auto print = [&](std::uint64_t value) {
      for (unsigned i = 0; i < 16; ++i)
        writer.byte(script::Stream::prints, i == 0 ? static_cast<std::uint8_t>(value) : 0);
    };
    print(1);
    for (const int code : codes) {
      writer.byte(script::Stream::steps, code == 0 ? 0 : code < 0 ? 2 : 1);
      if (code != 0) print(static_cast<std::uint64_t>(code < 0 ? -code : code));
    }
    script::Header header = plain_header();
    header.form = script::Form::raw;
    CHECK(writer.finish(header));
  }
  script::Removed removed;
  script::Fault fault;
  const bool good = script::number_states(open(scratch.file("raw")), scratch.file("ids"), 1 << 26, removed, fault);
  why = fault.why;
  return good;
}

TEST(Raw, nonsense_is_refused) {
  std::string why;
  EXPECT_TRUE(numbered({-2, 1, 0, 0}, why)) << why;
  EXPECT_FALSE(numbered({-2, 1, 0}, why));
  EXPECT_EQ(why, "stream steps ends too early");
  EXPECT_FALSE(numbered({-2, 1, 0, 0, 0}, why));
  EXPECT_EQ(why, "the script goes on after its search");
  EXPECT_FALSE(numbered({3, 0}, why));
  EXPECT_EQ(why, "a state is said to be known that was never explored");
  EXPECT_FALSE(numbered({-2, 0, -2, -3, 0, 0, 0}, why));
  EXPECT_EQ(why, "a state explored for the second time leads to one that was never explored");
}

}  // namespace
}  // namespace waymark::certify
