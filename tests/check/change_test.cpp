#include "check/change.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/diagnostics.hpp"
#include "base/files.hpp"
#include "check/check.hpp"
#include "graph/graph.hpp"
#include "refusal.hpp"
#include "scratch.hpp"
#include "script/reader.hpp"
#include "script/writer.hpp"

namespace waymark::check {
namespace {

using testing::HasSubstr;

load::Program drawn(const graph::Edges& shape) {
  load::Program program;
  program.path = "drawn.graph";
  program.text_digest = [] { return load::digest("drawn"); };
  program.options_digest = load::digest("");
  program.make = [shape] { return std::make_unique<graph::Graph>(shape); };
  program.formula = [](const std::string& formula) { return ltl::parse(formula, "--ltl"); };
  return program;
}

Result judged_as(const load::Program& program, const Settings& settings) {
  base::Budget budget(std::uint64_t{1} << 26);
  Result result = check(program, settings, {budget, {}, nullptr});
  EXPECT_EQ(budget.used(), 0u);
  return result;
}

// What a search tells, and the script that it writes.
void expect_the_same(const Result& one, const Result& other) {
  EXPECT_EQ(one.verdict, other.verdict);
  EXPECT_EQ(one.states, other.states);
  EXPECT_EQ(one.transitions, other.transitions);
  EXPECT_EQ(one.depth, other.depth);
  EXPECT_EQ(one.errors, other.errors);
  EXPECT_EQ(one.shortest, other.shortest);
  ASSERT_EQ(one.found.size(), other.found.size());
  for (std::size_t i = 0; i < one.found.size(); ++i) EXPECT_EQ(one.found[i].choices, other.found[i].choices);
  ASSERT_EQ(one.script_file.empty(), other.script_file.empty());
  if (one.script_file.empty()) return;
  EXPECT_EQ(base::read_file(one.script_file, 1 << 20), base::read_file(other.script_file, 1 << 20));
}

// The same script with other rows: some bytes are changed, removed or repeated.
void damage_rows(const std::string& path, const std::string& to, std::mt19937& random) {
  script::Fault fault;
  const auto file = script::File::open(path, fault);
  ASSERT_NE(file, nullptr);
  script::Writer writer(to);
  for (const script::Stream stream : {script::Stream::rows, script::Stream::counts}) {
    for (script::Cursor cursor(file, stream); !cursor.at_end();) {
      std::uint8_t byte = cursor.byte();
      if (random() % 20 == 0) byte = static_cast<std::uint8_t>(random());
      if (random() % 40 != 0) writer.byte(stream, byte);
      if (random() % 40 == 0) writer.byte(stream, byte);
    }
  }
  ASSERT_TRUE(writer.finish(file->header()));
}

TEST(FromScript, changes_nothing_about_the_search_whatever_the_script_says) {
  const tests::Scratch scratch;
  std::mt19937 random(3);
  unsigned followed = 0;
  unsigned violations = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const std::uint32_t states = 2 + seed % 40;
    Settings settings;
    settings.properties.selected.emplace();
    if (seed % 4 != 0) settings.properties.selected->push_back(Property::deadlock);
    settings.store = seed % 3 == 0 ? StoreKind::tree : seed % 3 == 1 ? StoreKind::collapse : StoreKind::exact;
    settings.script = scratch.file("old");
    Settings everything = settings;
    everything.properties.selected.emplace();
    ASSERT_EQ(judged_as(drawn(graph::random_graph(states, 3 * states, seed)), everything).verdict, Verdict::holds);
    if (seed % 2 == 0) {
      damage_rows(scratch.file("old"), scratch.file("damaged"), random);
      settings.from_script = scratch.file("damaged");
    } else {
      settings.from_script = scratch.file("old");
    }
    // Mostly the same edges.
    const load::Program program = drawn(graph::random_graph(states, 3 * states + seed % 5, seed));
    Settings ordinary = settings;
    ordinary.from_script.clear();
    ordinary.script = scratch.file("ordinary");
    settings.script = scratch.file("new");
    try {
      const Result result = judged_as(program, settings);
      expect_the_same(judged_as(program, ordinary), result);
      ASSERT_TRUE(result.change.has_value());
      EXPECT_LE(result.change->reused, result.change->explored);
      if (result.change->first) {
        EXPECT_LE(result.change->first->steps, result.depth);
      }
      ++followed;
      if (result.verdict == Verdict::violation) ++violations;
    } catch (const base::InputError& error) {
      EXPECT_EQ(seed % 2, 0u) << error.what();
      EXPECT_THAT(error.what(), HasSubstr("of stream rows"));
    }
  }
  EXPECT_GT(followed, 100u);
  EXPECT_GT(violations, 10u);
}

TEST(FromScript, leads_to_the_first_place_by_choices_of_the_program) {
  const tests::Scratch scratch;
  Settings settings;
  settings.properties.selected.emplace();
  settings.script = scratch.file("old");
  (void)judged_as(drawn({{{0, 1, 0}, {0, 2, 0}, {2, 3, 0}}, {}}), settings);
  settings.from_script = scratch.file("old");
  const Result result = judged_as(drawn({{{0, 1, 0}, {0, 2, 0}, {2, 3, 0}, {3, 4, 0}, {3, 5, 0}}, {}}), settings);
  ASSERT_TRUE(result.change && result.change->first);
  EXPECT_EQ(result.change->states, 4u);
  EXPECT_EQ(result.change->reused, 3u);
  EXPECT_EQ(result.change->explored, 6u);
  EXPECT_EQ(result.change->first->kind, observe::Parting::Kind::successors);
  EXPECT_EQ(result.change->first->before, 0u);
  EXPECT_EQ(result.change->first->now, 2u);
  EXPECT_EQ(result.change->first->steps, 2u);
  EXPECT_THAT(result.change->first->choices, testing::ElementsAre(1, 0));
}

TEST(FromScript, is_not_followed_if_it_was_made_with_other_options) {
  const tests::Scratch scratch;
  load::Program program = drawn({{{0, 1, 0}, {1, 0, 0}}, {}});
  Settings settings;
  settings.script = scratch.file("old");
  (void)judged_as(program, settings);
  settings.from_script = scratch.file("old");
  program.options_text = "another";
  program.options_digest = load::digest("another");
  const Result result = judged_as(program, settings);
  EXPECT_EQ(result.verdict, Verdict::holds);
  ASSERT_TRUE(result.change.has_value());
  EXPECT_THAT(result.change->why_not, HasSubstr("other options: '' instead of 'another'"));
}

TEST(FromScript, is_refused_unless_it_is_a_whole_lean_one) {
  const tests::Scratch scratch;
  base::Budget budget(std::uint64_t{1} << 20);
  const auto refusal_of = [&](const script::Header& header) {
    script::Writer writer(scratch.file("old"));
    EXPECT_TRUE(writer.finish(header));
    return tests::refusal_of([&] { (void)read_old_script(scratch.file("old"), budget, nullptr); });
  };
  using script::Form;
  for (const Form form : {Form::trustful, Form::ids, Form::raw, Form::cycles, Form::partial}) {
    script::Header header;
    header.form = form;
    EXPECT_THAT(refusal_of(header), HasSubstr(std::string("a script of form ") + script::name(form)));
  }
  script::Header part;
  part.part = 1;
  part.parts = 2;
  EXPECT_THAT(refusal_of(part), HasSubstr("a part of a script"));
}

}  // namespace
}  // namespace waymark::check
