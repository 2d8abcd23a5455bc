// Searches that are stopped and gone on with come to what they would have come to, wherever they were stopped.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/graph.hpp"
#include "refusal.hpp"
#include "scratch.hpp"
#include "searching.hpp"
#include "sprinkled.hpp"
#include "store/tree.hpp"

namespace waymark::search {
namespace {

using graph::Graph;

std::unique_ptr<store::Store> store_of_kind(unsigned kind, base::Budget& budget) {
  if (kind % 2 == 0) return std::make_unique<store::Exact>(budget);
  return std::make_unique<store::Tree>(budget);
}

// Keeps one at each turn, or only the last.
class Kept final : public Checkpoints {
 public:
  Kept(std::string prefix, bool all) : prefix_(std::move(prefix)), all_(all) {}
  [[nodiscard]] bool due() override { return all_; }
  void keep(const Tallies&, const std::function<void(checkpoint::Writer&)>& save) override {
    checkpoint::Writer writer(prefix_ + std::to_string(all_ ? count_ : 0));
    save(writer);
    ASSERT_TRUE(writer.finish()) << writer.why();
    ++count_;
  }
  [[nodiscard]] unsigned count() const { return count_; }

 private:
  std::string prefix_;
  bool all_;
  unsigned count_ = 0;
};

struct Ended {
  Outcome outcome;
  unsigned kept = 0;
};

Ended search_in_part(model::Model& model, unsigned store_kind, const Options& options, const std::string& keep,
                     bool all = false, const std::string& resume = "") {
  base::Budget budget(options.memory);
  Ended ended;
  {
    const auto store = store_of_kind(store_kind, budget);
    BreadthFirst search({model, store.get(), budget, options.limits, options.judged, options.listeners});
    Kept kept(keep, all);
    search.keep_by(&kept);
    if (!resume.empty()) {
      checkpoint::Reader reader(resume);
      (void)search.resume(reader);
      reader.finish();
    }
    ended.outcome = search.run();
    ended.kept = kept.count();
  }
  EXPECT_EQ(budget.used(), 0u);
  return ended;
}

void expect_same(const Outcome& a, const Outcome& b, const std::string& what) {
  EXPECT_EQ(a.verdict, b.verdict) << what;
  EXPECT_EQ(a.why, b.why) << what;
  EXPECT_EQ(a.shortest, b.shortest) << what;
  EXPECT_EQ(a.tallies.states, b.tallies.states) << what;
  EXPECT_EQ(a.tallies.explored, b.tallies.explored) << what;
  EXPECT_EQ(a.tallies.transitions, b.tallies.transitions) << what;
  EXPECT_EQ(a.tallies.depth, b.tallies.depth) << what;
  EXPECT_EQ(a.tallies.errors, b.tallies.errors) << what;
  ASSERT_EQ(a.findings.size(), b.findings.size()) << what;
  for (std::size_t i = 0; i < a.findings.size(); ++i) {
    EXPECT_EQ(a.findings[i].violation.detail, b.findings[i].violation.detail) << what;
    EXPECT_EQ(a.findings[i].choices, b.findings[i].choices) << what;
    EXPECT_EQ(a.findings[i].length, b.findings[i].length) << what;
  }
}

TEST(Resume, from_every_turn_of_random_graphs_ends_as_if_nothing_had_been) {
  const tests::Scratch scratch;
  unsigned resumed = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Graph graph(sprinkled(seed, 40));
    Options options;
    options.judged.deadlock = seed % 2 == 0;
    if (seed % 4 < 2) options.judged.waived = {"assertion"};
    if (seed % 5 == 0) options.limits.depth = 4;
    const Ended whole = search_in_part(graph, seed, options, scratch.file("turn"), true);
    for (unsigned turn = 0; turn < whole.kept; ++turn) {
      const std::string what = "seed " + std::to_string(seed) + ", turn " + std::to_string(turn);
      const Ended rest = search_in_part(graph, seed + turn, options, scratch.file("again"), false,
                                        scratch.file("turn" + std::to_string(turn)));
      expect_same(whole.outcome, rest.outcome, what);
      ++resumed;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(resumed, 500u);
}

TEST(Resume, after_a_stop_at_every_number_of_states_and_again_and_again) {
  const tests::Scratch scratch;
  for (unsigned seed = 0; seed < 12; ++seed) {
    Graph graph(sprinkled(seed, 60));
    Options options;
    options.judged.deadlock = false;
    options.judged.waived = {"assertion"};
    const Outcome whole = search_in_part(graph, seed, options, scratch.file("none")).outcome;
    ASSERT_EQ(whole.verdict, Verdict::holds);
    std::string before;
    for (std::uint64_t states = 1; states < whole.tallies.states; ++states) {
      options.limits.states = states;
      const Ended part =
          search_in_part(graph, static_cast<unsigned>(states), options, scratch.file("c"), false, before);
      ASSERT_EQ(part.outcome.why, Why::memory);
      ASSERT_EQ(part.outcome.tallies.states, states + 1);
      if (part.kept == 0) continue;
      before = scratch.file("c0");
    }
    options.limits.states = whole.tallies.states;
    expect_same(whole, search_in_part(graph, seed, options, scratch.file("c"), false, before).outcome,
                "seed " + std::to_string(seed));
  }
}

TEST(Resume, at_the_limit_of_depth_leaves_what_is_a_dead_end_once) {
  const tests::Scratch scratch;
  const auto graph = Graph::parse("0 1\n0 2\n0 3\n1 4\n3 4\nend 2\nend 4\n");  // 1 and 3 are cut off, 2 is not
  Options options;
  options.limits.depth = 1;
  const Ended whole = search_in_part(*graph, 0, options, scratch.file("turn"), true);
  ASSERT_EQ(whole.outcome.tallies.explored, 2u);
  ASSERT_GT(whole.kept, 0u);
  for (unsigned turn = 0; turn < whole.kept; ++turn) {
    const std::string from = scratch.file("turn" + std::to_string(turn));
    expect_same(whole.outcome, search_in_part(*graph, 0, options, scratch.file("c"), false, from).outcome, from);
  }
}

TEST(Resume, of_a_search_that_ended_keeps_nothing_more) {
  const tests::Scratch scratch;
  const auto graph = Graph::parse("0 1\n1 2\nend 2\n");
  EXPECT_EQ(search_in_part(*graph, 0, {}, scratch.file("c")).kept, 0u);
  Options shallow;
  shallow.limits.depth = 1;
  EXPECT_EQ(search_in_part(*graph, 0, shallow, scratch.file("c")).outcome.why, Why::depth);
  EXPECT_FALSE(std::filesystem::exists(scratch.file("c0")));
}

// The part of a search in a checkpoint, as it is told here, number by number.
struct Told {
  std::uint64_t states = 4, explored = 2, transitions = 3, depth = 2;
  std::vector<std::uint64_t> words = {0b01011};  // 0 has two children, 1 has one
  std::vector<std::uint8_t> choices = {0, 1, 0};
  double seconds = 0;
};

std::string refusal_of(const Told& told) {
  const tests::Scratch scratch;
  checkpoint::Writer writer(scratch.file("c"));
  for (const std::uint64_t number : {told.states, told.explored, told.transitions, told.depth}) writer.varint(number);
  writer.u64(std::bit_cast<std::uint64_t>(told.seconds));
  writer.varint(told.choices.size());
  for (const std::uint64_t word : told.words) writer.u64(word);
  writer.bytes(told.choices);
  EXPECT_TRUE(writer.finish());
  const auto graph = Graph::parse("0 1\n0 2\n1 3\n2 3\nend 3\n");
  return tests::refusal_of(
      [&] { static_cast<void>(search_in_part(*graph, 0, {}, scratch.file("d"), false, scratch.file("c"))); });
}

TEST(Resume, refuses_what_no_search_of_this_program_has_kept) {
  EXPECT_EQ(refusal_of({}), "no error");
  const auto refuses = [](const char* why, const Told& told) {
    const std::string text = refusal_of(told);
    EXPECT_NE(text.find(why), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  };
  refuses("more explored", {.explored = 4});
  refuses("fewer transitions", {.transitions = 2});
  refuses("too large", {.states = std::uint64_t{1} << 60});
  refuses("no tree", {.words = {0b10011}});   // goes on behind the last one done
  refuses("no tree", {.words = {0b01001}});   // fewer states than it says
  refuses("no tree", {.words = {0b101011}});  // a bit behind the last
  refuses("no tree", {.states = 2, .explored = 1, .transitions = 1, .depth = 1, .words = {0b10}, .choices = {0}});
  refuses("not those", {.choices = {0, 1}});
  refuses("not those", {.choices = {0, 1, 0, 0}});
  refuses("not those", {.choices = {0, 1, 0x80}});
  refuses("not those", {.choices = {0, 1, 0x80, 0}});
  refuses("not those", {.choices = {0, 1, 0x81, 0}});
  refuses("successors of state 0", {.choices = {0, 2, 0}});              // there is no such choice
  refuses("successors of state 0", {.choices = {0, 0, 0}});              // the same state twice
  refuses("successors of state 0", {.choices = {0, 0x80, 2, 1, 0, 0}});  // nothing is chosen within
  refuses("deep", {.depth = 3});
  refuses("time", {.seconds = -1});
  refuses("time", {.seconds = std::numeric_limits<double>::quiet_NaN()});
}

TEST(Resume, without_room_for_what_was_kept_is_incomplete_and_keeps_what_there_was) {
  const tests::Scratch scratch;
  Graph graph(graph::random_graph(20'000, 30'000, 1));
  Options options;
  options.judged.deadlock = false;
  options.limits.states = 19'000;
  ASSERT_EQ(search_in_part(graph, 0, options, scratch.file("c")).kept, 1u);
  options.limits.states = 10'000;
  const Ended less = search_in_part(graph, 0, options, scratch.file("d"), false, scratch.file("c0"));
  EXPECT_EQ(less.outcome.why, Why::memory);
  EXPECT_EQ(less.kept, 0u);
  options.memory = 1000;
  EXPECT_NE(tests::refusal_of([&] {
              static_cast<void>(search_in_part(graph, 0, options, scratch.file("d"), false, scratch.file("c0")));
            }).find("--memory"),
            std::string::npos);
}

}  // namespace
}  // namespace waymark::search
