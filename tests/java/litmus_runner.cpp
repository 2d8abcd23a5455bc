// The set of lines that each program can print, over all schedules, compared with the set it should be.
//
//   litmus_runner CLASSES EXPECTED.json some|all [NAME...]
//
// It is done (exploring.hpp) in all the ways that must not change what a program can do: without reduction, with it,
// and with calls of the library as one step; and twice, going back in different ways: the same has to be enabled in the
// same states. Then data races are searched, with and without reduction: both have to find the same. With `some`, races
// are those of every third program.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "java/exploring.hpp"

namespace {

using namespace waymark;
using tests::Back;
using tests::explore;
using tests::Explored;

struct Mode {
  const char* name;
  bool reduced;
  java::LibraryCalls library;
};
using Library = java::LibraryCalls;
constexpr Mode modes[] = {
    {"whole", false, Library::steps},
    {"reduced", true, Library::steps},
    {"calls as one step", true, Library::atomic},
};

// The states of one way; a line for whatever is wrong.
std::size_t check(const classpath::ClassPath& path, const std::string& name, const std::set<std::string>& should,
                  const Mode& mode, std::vector<std::string>& faults) {
  java::Settings settings;
  const auto journal = std::make_shared<java::Journal>();
  settings.main_class = "litmus." + name;
  settings.library = mode.library;
  while (true) {
    java::JavaModel checker(tests::source_of(path), settings, journal);
    checker.key(model::Key::quick());
    if (mode.reduced) (void)checker.reduce({});
    Explored found = explore(checker, Back::rewind);
    if (found.invalidated && java::refute(journal->dropped, *found.invalidated)) continue;
    tests::compare(checker, found.seen, explore(checker, Back::unpack).seen, found.lines);
    for (const std::string& line : should) {
      if (found.lines.count(line) == 0)
        faults.push_back(fmt::format("{}, {}: never ends with '{}'", name, mode.name, line));
    }
    for (const std::string& line : found.lines) {
      if (should.count(line) == 0)
        faults.push_back(fmt::format("{}, {}: ends with '{}', which is impossible", name, mode.name, line));
    }
    return found.seen.size();
  }
}

std::set<std::string> races_of(const classpath::ClassPath& path, const std::string& name, bool reduced,
                               Library library) {
  java::Settings settings;
  const auto journal = std::make_shared<java::Journal>();
  settings.library = library;
  settings.main_class = "litmus." + name;
  settings.races = true;
  while (true) {
    java::JavaModel checker(tests::source_of(path), settings, journal);
    checker.key(model::Key::quick());
    if (reduced) (void)checker.reduce({});
    Explored found = explore(checker, Back::rewind);
    if (!found.invalidated || !java::refute(journal->dropped, *found.invalidated)) return found.races;
  }
}

// Answers whether there are any; a line for each that only one of the two finds.
bool compare_races(const classpath::ClassPath& path, const std::string& name, std::vector<std::string>& faults) {
  const std::set<std::string> whole = races_of(path, name, false, Library::steps);
  for (const Library library : {Library::steps, Library::atomic}) {
    const char* const way = library == Library::steps ? "reduced" : "calls as one step";
    const std::set<std::string> reduced = races_of(path, name, true, library);
    for (const std::string& race : whole) {
      if (reduced.count(race) == 0) faults.push_back(fmt::format("{}, {}: no race '{}'", name, way, race));
    }
    for (const std::string& race : reduced) {
      if (whole.count(race) == 0) faults.push_back(fmt::format("{}, whole: no race '{}'", name, race));
    }
  }
  return !whole.empty();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw base::InputError("usage: litmus_runner CLASSES EXPECTED.json some|all [NAME...]");
    const bool all = std::string_view(argv[3]) == "all";
    const std::set<std::string> wanted(argv + 4, argv + argc);
    const auto expected = nlohmann::json::parse(std::ifstream(argv[2]));
    const classpath::ClassPath path({argv[1]}, classpath::Image::open(classpath::find_jdk_image("")));
    std::size_t failed = 0;
    std::size_t run = 0;
    std::size_t racy = 0;
    std::vector<std::size_t> states(std::size(modes), 0);
    for (const auto& [name, lines] : expected.items()) {
      if (!wanted.empty() && wanted.count(name) == 0) continue;
      ++run;
      std::vector<std::string> faults;
      constexpr std::size_t large = 5000;  // has to do without races
      std::size_t whole = 0;
      for (std::size_t i = 0; i < std::size(modes); ++i) {
        const std::size_t found = check(path, name, lines.get<std::set<std::string>>(), modes[i], faults);
        states[i] += found;
        if (i == 0) whole = found;
      }
      if (whole < large && (all || run % 3 == 0) && compare_races(path, name, faults)) ++racy;
      for (const std::string& fault : faults) fmt::print("{}\n", fault);
      if (!faults.empty()) ++failed;
    }
    fmt::print("{} of {} litmus programs have exactly their outcomes\n", run - failed, run);
    for (std::size_t i = 0; i < std::size(modes); ++i) fmt::print("  {}: {} states\n", modes[i].name, states[i]);
    fmt::print("  {} have data races\n", racy);
    return failed == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 2;
  }
}
