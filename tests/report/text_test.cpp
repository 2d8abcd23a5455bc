#include "report/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "report/json.hpp"

namespace waymark::report {
namespace {

using testing::HasSubstr;
using testing::Not;

check::Result holding() {
  check::Result result;
  result.program = "mutex.pml";
  result.verdict = check::Verdict::holds;
  result.properties = {check::Property::deadlock, check::Property::assertion};
  result.search = check::Strategy::bfs;
  result.store = check::StoreKind::exact;
  result.states = 12345;
  result.explored = 12345;
  result.transitions = 23456;
  result.depth = 17;
  result.seconds = 2;
  result.memory_bytes = 3 << 20;
  result.store_bytes = 123450;
  result.complete = true;
  result.counts_statements = true;
  return result;
}

check::Result violated() {
  check::Result result = holding();
  result.verdict = check::Verdict::violation;
  result.why = search::Why::errors;
  result.complete = false;
  result.explored = 12000;
  result.errors = 1;
  result.found.push_back({{"assertion", "assertion 'n == 1' violated", "nowhere.pml:14", model::Step::moved}, {0}, 1});
  return result;
}

Story one_step() {
  Story story;
  story.steps = 1;
  story.beats.push_back({1, {{0, "P 0", "assert(n == 1)", "nowhere.pml:14", {}, {}, ""}}});
  return story;
}

TEST(Text, gives_the_verdict_first_and_the_figures_after) {
  EXPECT_EQ(text({holding(), {}}, {}),
            "holds: no deadlock or failed assertion in any reachable state of mutex.pml\n"
            "\n"
            "  12,345 states, 23,456 transitions, depth 17\n"
            "  2.00 s, 6.2 k states/s, 3 MiB (store: 10 B per state)\n"
            "  search bfs, store exact\n"
            "\n"
            "  Every statement was executed.\n");
}

TEST(Text, shows_a_violation_with_the_way_to_it) {
  EXPECT_EQ(text({violated(), one_step()}, {}),
            "violation: assertion after 1 step of mutex.pml\n"
            "\n"
            "  nowhere.pml:14: assertion 'n == 1' violated\n"
            "\n"
            "  1  P 0  nowhere.pml:14  assert(n == 1)\n"
            "\n"
            "  12,345 states, 23,456 transitions, depth 17; 345 not explored\n"
            "  2.00 s, 6.2 k states/s, 3 MiB (store: 10 B per state)\n"
            "  search bfs, store exact\n");
}

TEST(Text, says_after_a_deadlock_where_everybody_stands) {
  check::Result result = violated();
  Story story = one_step();
  story.standings = {{"P 0", "", {{"a?v", "m.pml:3"}, {"b?v", "m.pml:4"}}, {}},
                     {"main", "waits for the lock of Fork 1", {}, {{"Fork.take", "Fork.java:7"}}},
                     {"Q 1", "at its end", {}, {}}};
  EXPECT_THAT(text({result, story}, {}), Not(HasSubstr("stands")));  // an assertion says itself what is wrong
  result.found.front().violation.kind = "deadlock";
  EXPECT_THAT(text({result, story}, {}), HasSubstr("\n  Where everybody stands:\n"
                                                   "    P 0\n"
                                                   "      m.pml:3  a?v\n"
                                                   "      m.pml:4  b?v\n"
                                                   "    main: waits for the lock of Fork 1\n"
                                                   "      Fork.java:7  Fork.take\n"
                                                   "    Q 1: at its end\n"));
}

TEST(Text, claims_a_shortest_trail_only_if_it_is_one) {
  check::Result result = violated();
  EXPECT_THAT(text({result, one_step()}, {}), Not(HasSubstr("nearer")));
  result.shortest = true;
  EXPECT_THAT(text({result, one_step()}, {}), HasSubstr("No violation is nearer to the initial state."));
}

TEST(Text, lists_unreached_statements_by_process_but_only_after_a_complete_search) {
  check::Result result = holding();
  result.unreached = {
      {"P", "x = 1", "mutex.pml:3", true}, {"P", "x = 2", "mutex.pml:14", true}, {"Q", "skip", "mutex.pml:20", true}};
  EXPECT_THAT(text({result, {}}, {}), HasSubstr("  Never executed:\n"
                                                "    P\n"
                                                "      mutex.pml:3   x = 1\n"
                                                "      mutex.pml:14  x = 2\n"
                                                "    Q\n"
                                                "      mutex.pml:20  skip\n"));
  result.complete = false;
  EXPECT_THAT(text({result, {}}, {}), Not(HasSubstr("executed")));
}

TEST(Text, shows_the_calls_within_which_it_happened) {
  check::Result result = violated();
  result.found.front().violation.stack = {"Fork.take (Fork.java:7)"};
  EXPECT_THAT(text({result, {}}, {}), Not(HasSubstr(" at Fork.take")));  // the location says it already
  result.found.front().violation.stack = {"Fork.take (Fork.java:7)", "Table.main (Table.java:3)"};
  EXPECT_THAT(text({result, {}}, {}),
              HasSubstr("      at Fork.take (Fork.java:7)\n      at Table.main (Table.java:3)\n"));
  EXPECT_EQ(nlohmann::json::parse(json({result}))["violations"][0]["stack"].size(), 2u);
}

TEST(Text, says_why_it_is_incomplete_and_what_may_help) {
  check::Result result = holding();
  result.verdict = check::Verdict::incomplete;
  result.why = search::Why::memory;
  result.detail = "the memory of 512 MiB is used up";
  result.complete = false;
  check::Known& known = result.known.emplace();
  known.advice = {{"--store tree", "keeps all states in less memory", "waymark check mutex.pml --store tree"}};
  known.capacities = {{check::StoreKind::exact, 12'345, false}, {check::StoreKind::bitstate, 2'000'000, true}};
  const std::string shown = text({result, {}}, {});
  EXPECT_THAT(shown, testing::StartsWith(
                         "incomplete: the memory of 512 MiB is used up; nothing violated so far in mutex.pml\n"));
  EXPECT_THAT(shown, HasSubstr("    --store tree: keeps all states in less memory\n"
                               "      waymark check mutex.pml --store tree\n"));
  EXPECT_THAT(shown, HasSubstr("into this memory: exact 12.3 k, bitstate 2.0 M (may miss some).\n"));
}

TEST(Text, says_in_which_ways_what_holds_is_shallow) {
  check::Result result = holding();
  result.actors = load::threads;
  check::Shallow& shallow = result.shallow.emplace();
  shallow.assertions = {{"assert(x)", "m.pml:3", true}, {"assert(y)", "m.pml:4", false}};
  shallow.conditions = {{"", "m.c:5"}};
  const std::string shown = text({result, {}}, {});
  EXPECT_THAT(shown, HasSubstr("of mutex.pml; no two threads were ever enabled together\n"));
  EXPECT_THAT(shown, HasSubstr("  Assertions never evaluated:\n    m.pml:4  assert(y)\n"));
  EXPECT_THAT(shown, HasSubstr("  Assertions evaluated with one thread alive only:\n    m.pml:3  assert(x)\n"));
  EXPECT_THAT(shown, HasSubstr("  Conditions that were always true:\n    m.c:5\n"));
  const auto said = nlohmann::json::parse(json({result}))["shallow"];
  EXPECT_EQ(said["assertions"][1]["evaluated"], "never");
  EXPECT_EQ(said["together"], false);
}

TEST(Text, calls_those_that_move_as_their_language_does) {
  check::Result result = holding();
  result.shallow.emplace().assertions = {{"assert(x)", "m.pml:3", true}};
  result.actors = load::processes;
  const std::string shown = text({result, {}}, {});
  EXPECT_THAT(shown, HasSubstr("of mutex.pml; no two processes were ever enabled together\n"));
  EXPECT_THAT(shown, HasSubstr("  Assertions evaluated with one process alive only:\n"));
  EXPECT_EQ(nlohmann::json::parse(json({result}))["actors"], "processes");
  result.actors = {};  // a limit came before the program was read
  EXPECT_FALSE(nlohmann::json::parse(json({result})).contains("actors"));
}

TEST(Text, shows_the_source_around_a_location) {
  const std::string path = testing::TempDir() + "excerpt.pml";
  std::ofstream(path) << "one\ntwo\n\tthree\x1b\nfour\nfive\nsix\n";
  EXPECT_EQ(excerpt(path + ":3", {}), "    1 | one\n    2 | two\n  > 3 |  three\\x1b\n    4 | four\n    5 | five\n");
  EXPECT_EQ(excerpt(path + ":1", {}), "  > 1 | one\n    2 | two\n    3 |  three\\x1b\n");
  for (const char* bad : {"", ":", "3", "nowhere.pml:3", "x:0", "x:-1", "x:99999999999"}) {
    EXPECT_EQ(excerpt(bad, {}), "") << bad;
  }
}

TEST(Json, is_one_object_on_one_line_with_the_promised_keys) {
  const std::string line = json({violated()});
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  const auto object = nlohmann::json::parse(line);
  EXPECT_EQ(object["verdict"], "violation");
  EXPECT_EQ(object["kind"], "assertion");
  EXPECT_EQ(object["detail"], "assertion 'n == 1' violated");
  EXPECT_EQ(object["location"], "nowhere.pml:14");
  EXPECT_EQ(object["states"], 12345);
  EXPECT_EQ(object["transitions"], 23456);
  EXPECT_EQ(object["depth"], 17);
  EXPECT_EQ(object["errors"], 1);
  EXPECT_EQ(object["seconds"], 2.0);
  EXPECT_EQ(object["memory_bytes"], 3 << 20);
  EXPECT_EQ(object["bytes_per_state"], 10.0);
  EXPECT_EQ(object["length"], 1);
  EXPECT_EQ(object["trail"], nullptr);
  EXPECT_EQ(nlohmann::json::parse(json({holding()}))["kind"], nullptr);
}

TEST(Json, has_the_same_keys_whatever_the_verdict) {
  const auto keys = [](const std::string& line) {
    std::vector<std::string> names;
    const auto object = nlohmann::ordered_json::parse(line);
    for (const auto& item : object.items()) names.push_back(item.key());
    return names;
  };
  EXPECT_EQ(keys(json({holding()})), keys(json({violated()})));
}

TEST(Json, stays_json_whatever_the_program_is_called) {
  check::Result result = holding();
  result.program = "\xff\xfe\"\\\n";
  EXPECT_EQ(nlohmann::json::parse(json({result}))["states"], 12345);
  EXPECT_EQ(nlohmann::json::parse(json_error("bad\xff"))["verdict"], "error");
}

}  // namespace
}  // namespace waymark::report
