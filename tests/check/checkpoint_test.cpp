// Checks that are stopped, kept and gone on with: counts, verdict, what was never executed and the bytes of the script
// are those of a check that was left alone; and what is not of this check is refused by what differs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <string>

#include "base/files.hpp"
#include "check/run/check.hpp"
#include "check/run/checkpointing.hpp"
#include "graph/graph.hpp"
#include "refusal.hpp"
#include "scratch.hpp"

namespace waymark::check {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A graph with edges of many kinds, some of which lead nowhere new, and one that is never taken.
load::Program kept_program(unsigned seed) {
  graph::Edges shape = graph::random_graph(200, 500, seed);
  std::mt19937 engine(seed);
  for (std::uint32_t i = 0; i < 400; ++i) {  // more arrivals at one state than a byte counts
    shape.edges.push_back({static_cast<std::uint32_t>(engine() % 200), 7, 0});
  }
  shape.edges.push_back({200, 0, 0});
  load::Program program;
  program.path = "kept.graph";
  program.front_end = std::make_shared<const load::FrontEnd>(load::digest("graph " + std::to_string(seed)));
  program.make = [shape] { return std::make_unique<graph::Graph>(shape); };
  return program;
}

Result check_it(const load::Program& program, const Settings& settings) {
  base::Budget budget(std::uint64_t{1} << 26);
  Result result = check(program, settings, {budget, {}, nullptr});
  return result;
}

Settings quiet() {
  Settings settings;
  settings.properties.selected.emplace();  // nothing is a violation
  settings.tool = "waymark of this test";
  return settings;
}

std::vector<std::string> texts(const std::vector<model::Action>& actions) {
  std::vector<std::string> texts;
  for (const model::Action& action : actions) texts.push_back(action.text);
  return texts;
}

TEST(Checkpoint, of_a_check_changes_nothing_about_what_it_comes_to) {
  const tests::Scratch scratch;
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const load::Program program = kept_program(seed);
    Settings settings = quiet();
    settings.script = scratch.file("whole.way");
    const Result whole = check_it(program, settings);
    ASSERT_EQ(whole.verdict, Verdict::explored);
    ASSERT_EQ(whole.unreached.size(), 1u);
    const std::string script = base::read_file(settings.script, 1 << 20);
    settings.script = scratch.file("parts.way");
    settings.checkpoint = scratch.file("c");
    for (std::uint64_t states = 10; states < whole.states; states += 1 + seed * 5) {
      settings.limits.states = states;
      const Result part = check_it(program, settings);
      ASSERT_EQ(part.verdict, Verdict::incomplete);
      ASSERT_THAT(part.notes, testing::Contains(HasSubstr("--resume goes on")));
      settings.resume = settings.checkpoint;
    }
    settings.limits.states.reset();
    settings.store = StoreKind::tree;
    const Result rest = check_it(program, settings);
    EXPECT_EQ(rest.verdict, Verdict::explored);
    EXPECT_EQ(rest.states, whole.states);
    EXPECT_EQ(rest.explored, whole.explored);
    EXPECT_EQ(rest.transitions, whole.transitions);
    EXPECT_EQ(rest.depth, whole.depth);
    EXPECT_EQ(texts(rest.unreached), texts(whole.unreached));
    EXPECT_THAT(rest.rests_on, ElementsAre(HasSubstr("checkpoint")));
    EXPECT_THAT(whole.rests_on, IsEmpty());
    EXPECT_EQ(base::read_file(settings.script, 1 << 20), script);
  }
}

TEST(Disk, gives_the_script_that_memory_gives) {
  const tests::Scratch scratch;
  for (const std::optional<std::uint64_t>& depth : {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(4)}) {
    Settings settings = quiet();
    settings.limits.depth = depth;
    settings.script = scratch.file("memory.way");
    const Result whole = check_it(kept_program(3), settings);
    settings.store = StoreKind::disk;
    settings.disk = scratch.path().string();
    settings.script = scratch.file("disk.way");
    const Result result = check_it(kept_program(3), settings);
    EXPECT_EQ(result.verdict, whole.verdict);
    EXPECT_EQ(result.states, whole.states);
    EXPECT_EQ(result.transitions, whole.transitions);
    EXPECT_EQ(texts(result.unreached), texts(whole.unreached));
    EXPECT_THAT(result.rests_on, ElementsAre("128-bit fingerprints of states"));
    EXPECT_EQ(base::read_file(scratch.file("disk.way"), 1 << 20), base::read_file(scratch.file("memory.way"), 1 << 20));
  }
}

class Foreign : public testing::Test {
 protected:
  Foreign() {
    settings_.checkpoint = scratch_.file("c");
    settings_.limits.states = 50;
    static_cast<void>(check_it(program_, settings_));
    settings_.checkpoint.clear();
    settings_.resume = scratch_.file("c");
  }
  std::string refusal() {
    return tests::refusal_of([&] { static_cast<void>(check_it(program_, settings_)); });
  }

  tests::Scratch scratch_;
  load::Program program_ = kept_program(1);
  Settings settings_ = quiet();
};

TEST_F(Foreign, is_nothing_as_it_was) { EXPECT_EQ(refusal(), "no error"); }
TEST_F(Foreign, is_another_program) {
  program_ = kept_program(2);
  EXPECT_THAT(refusal(), HasSubstr("another program"));
}
TEST_F(Foreign, are_other_options) {
  program_.derivation.own = "with milk";
  EXPECT_THAT(refusal(), HasSubstr("the options none, and this one has 'with milk'"));
}
TEST_F(Foreign, are_other_properties) {
  settings_.properties.selected = {Property::deadlock};
  EXPECT_THAT(refusal(), HasSubstr("the properties none, and this one has 'deadlock'"));
}
TEST_F(Foreign, is_another_invariant) {
  settings_.properties.invariants = {"3"};
  EXPECT_THAT(refusal(), HasSubstr("invariant 3"));
}
TEST_F(Foreign, is_another_depth) {
  settings_.limits.depth = 7;
  EXPECT_THAT(refusal(), HasSubstr("'no --depth', and this one has '--depth 7'"));
}
TEST_F(Foreign, is_a_script_that_was_not_recorded) {
  settings_.script = scratch_.file("s");
  EXPECT_THAT(refusal(), HasSubstr("leave out --script"));
}
TEST_F(Foreign, is_another_tool) {
  settings_.tool = "waymark to come";
  EXPECT_THAT(refusal(), HasSubstr("written by 'waymark of this test', and this is 'waymark to come'"));
}
TEST_F(Foreign, is_a_search_for_cycles) {
  settings_.properties.selected = {Property::acceptance};
  EXPECT_THAT(refusal(), HasSubstr("--resume does not go with --property acceptance"));
}

TEST(Checkpoint, that_cannot_be_written_is_told_and_ends_nothing) {
  const tests::Scratch scratch;
  Settings settings = quiet();
  settings.checkpoint = scratch.file("nowhere/c");
  settings.every = 0;
  const Result result = check_it(kept_program(1), settings);
  EXPECT_EQ(result.verdict, Verdict::explored);
  EXPECT_THAT(result.notes, ElementsAre(HasSubstr("could not be written")));
}

// What is recorded for a script, told number by number and wrongly: it is refused, or what is written of it is.
TEST(Checkpoint, with_a_record_that_no_search_made_is_refused) {
  const tests::Scratch scratch;
  struct Told {
    std::vector<std::uint8_t> rows = {0b111, 0b10};  // state 0 leads to 1 and 2, which are new; 1 leads back to 0
    std::vector<std::uint8_t> counts = {1, 0, 0};
    std::uint64_t falls = 0b010;  // two levels nearer than one further: 1 in gamma code
    unsigned used = 3;
  };
  search::Tallies tallies;
  tallies.states = 3;
  tallies.explored = 2;
  tallies.transitions = 3;
  const auto refusal = [&](const Told& told) {
    checkpoint::Writer writer(scratch.file("c"));
    writer.varint(1);
    writer.varint(told.rows.size());
    writer.bytes(told.rows);
    writer.bytes(told.counts);
    writer.varint(0);
    writer.varint(told.used);
    writer.u64(told.falls);
    EXPECT_TRUE(writer.finish());
    return tests::refusal_of([&] {
      base::Budget budget(1 << 20);
      observe::LeanRecorder recorder(budget);
      checkpoint::Reader reader(scratch.file("c"));
      recorder.load(reader, tallies);
      reader.finish();
      EXPECT_TRUE(recorder.write_partial(scratch.file("s"), {}));
    });
  };
  EXPECT_EQ(refusal({}), "no error");
  const auto refuses = [&](const Told& told) { EXPECT_THAT(refusal(told), HasSubstr("malformed")); };
  refuses({.rows = {0b111}});
  refuses({.rows = {0b111, 0b11}});
  refuses({.rows = {0b111, 0}});
  refuses({.rows = {0b111, 0x82}});
  refuses({.rows = {0b100, 0b111}});
  refuses({.rows = {0b1, 0b1111}});
  refuses({.counts = {0, 0, 0}});
  refuses({.counts = {2, 0, 0}});
  refuses({.counts = {255, 0, 0}});
  refuses({.falls = 0b1010});
  refuses({.used = 4});
  refuses({.falls = 0});
}

}  // namespace
}  // namespace waymark::check
