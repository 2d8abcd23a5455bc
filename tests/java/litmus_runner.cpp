// The set of lines that each program can print, over all schedules, compared with the set it should be.
//
//   litmus_runner CLASSES EXPECTED.json [NAME...]
//
// The search is as plain as can be (depth first, fingerprints in a set), so that this tests the virtual machine and not
// the searches. A line is printed in one transition, and a transition is a function of its state, so walking every
// transition once meets every line. It is done in all the ways that must not change what a program can do: with and
// without reduction, with each way to name objects and to collect garbage; and twice, going back in different ways: the
// same has to be enabled in the same states. Then data races are looked for, with and without reduction: both have to
// find the same.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "java/program.hpp"

namespace {

using namespace waymark;

// The states, by fingerprint, with what is enabled there.
using Seen = std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<model::Transition>>;

struct Explored {
  std::set<std::string> lines;
  std::set<std::string> races;
  Seen seen;
  bool refuted = false;  // what a reduction presumed
};

// How the search goes back: by the journal, or by standing in a packed state.
enum class Back { rewind, unpack };

struct Place {
  model::Mark mark = 0;
  std::vector<model::Word> words;
  std::vector<model::Transition> enabled;
  std::size_t next = 0;
};

std::string without_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Explored explore(model::Model& model, Back back) {
  Explored result;
  std::vector<Place> path;
  const auto arrive = [&](bool passing) {
    const auto print = model.fingerprint();
    Place place;
    if (back == Back::unpack && !passing) {
      const model::Packed packed = model.pack();
      place.words.assign(packed.words.begin(), packed.words.end());
    }
    if (!passing) {
      const auto [known, fresh] = result.seen.try_emplace({print.low, print.high});
      if (!fresh) return;
      if (back == Back::unpack) model.unpack(place.words);
      model.enabled(place.enabled);
      known->second = place.enabled;
    } else {
      model.enabled(place.enabled);
    }
    if (place.enabled.empty() && !model.facts().proper_end) result.lines.insert("deadlock");
    if (back == Back::rewind || passing) place.mark = model.mark();
    path.push_back(std::move(place));
  };
  model.reset();
  arrive(false);
  while (!path.empty()) {
    Place& place = path.back();
    if (place.words.empty()) {
      model.rewind(place.mark);
    } else {
      model.unpack(place.words);
    }
    if (place.next == place.enabled.size()) {
      path.pop_back();
      continue;
    }
    model::Narration told;
    const model::Step step = model.narrate(place.enabled[place.next++], told);
    for (const model::Event& event : told) {
      if (!event.output.empty()) result.lines.insert(without_newline(event.output));
    }
    if (step == model::Step::moved || step == model::Step::intermediate) {
      arrive(step == model::Step::intermediate);
    } else if (model.violation().kind == java::refuted_presumption) {
      result.refuted = true;
      return result;
    } else if (model.violation().kind == "race") {
      result.races.insert(model.violation().detail);
      arrive(false);
    } else if (step != model::Step::pruned) {
      result.lines.insert(fmt::format("{}: {}", model.violation().kind, model.violation().detail));
    }
  }
  return result;
}

std::string text(model::Model& model, const std::vector<model::Transition>& enabled) {
  std::string out;
  for (const model::Transition& it : enabled) {
    const model::Action action = model.action(it.action);
    out += fmt::format(" [{} {} {} way {}]", it.actor, action.location, action.text, it.choice);
  }
  return out;
}

// Contract 1: what is enabled in a state is the same however the search came there.
void compare(model::Model& model, const Seen& one, const Seen& two, std::set<std::string>& lines) {
  if (one.size() != two.size())
    lines.insert(fmt::format("{} states by rewinding, {} by unpacking", one.size(), two.size()));
  for (const auto& [print, enabled] : one) {
    const auto other = two.find(print);
    if (other == two.end() || other->second == enabled) continue;
    lines.insert(fmt::format("by rewinding{}, by unpacking{}", text(model, enabled), text(model, other->second)));
  }
}

struct Mode {
  const char* name;
  bool reduced;
  java::Memory::Symmetry symmetry;
  java::Memory::Garbage garbage;
};
using Symmetry = java::Memory::Symmetry;
using Garbage = java::Memory::Garbage;
constexpr Mode modes[] = {
    {"whole", false, Symmetry::site, Garbage::mark_sweep},
    {"reduced", true, Symmetry::site, Garbage::mark_sweep},
    {"canonical", false, Symmetry::canonical, Garbage::mark_sweep},
    {"reduced and canonical", true, Symmetry::canonical, Garbage::mark_sweep},
    {"counted", true, Symmetry::none, Garbage::reference_count},
};

// The states of one way; a line for whatever is wrong.
std::size_t check(const classpath::ClassPath& path, const std::string& name, const std::set<std::string>& should,
                  const Mode& mode, std::vector<std::string>& faults) {
  java::Settings settings;
  settings.main_class = "litmus." + name;
  settings.symmetry = mode.symmetry;
  settings.garbage = mode.garbage;
  while (true) {
    java::Checker checker(tests::source_of(path), settings);
    checker.key(model::Key::quick());
    if (mode.reduced) (void)checker.reduce({});
    Explored found = explore(checker, Back::rewind);
    if (found.refuted) continue;
    compare(checker, found.seen, explore(checker, Back::unpack).seen, found.lines);
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

std::set<std::string> races_of(const classpath::ClassPath& path, const std::string& name, bool reduced) {
  java::Settings settings;
  settings.main_class = "litmus." + name;
  settings.races = true;
  while (true) {
    java::Checker checker(tests::source_of(path), settings);
    checker.key(model::Key::quick());
    if (reduced) (void)checker.reduce({});
    Explored found = explore(checker, Back::rewind);
    if (!found.refuted) return found.races;
  }
}

// Answers whether there are any; a line for each that only one of the two finds.
bool compare_races(const classpath::ClassPath& path, const std::string& name, std::vector<std::string>& faults) {
  const std::set<std::string> whole = races_of(path, name, false);
  const std::set<std::string> reduced = races_of(path, name, true);
  for (const std::string& race : whole) {
    if (reduced.count(race) == 0) faults.push_back(fmt::format("{}, reduced: no race '{}'", name, race));
  }
  for (const std::string& race : reduced) {
    if (whole.count(race) == 0) faults.push_back(fmt::format("{}, whole: no race '{}'", name, race));
  }
  return !whole.empty();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::set<std::string> wanted(argv + 3, argv + argc);
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
      constexpr std::size_t large = 5000;  // has to do with two ways
      std::size_t whole = 0;
      for (std::size_t i = 0; i < std::size(modes) && (whole < large || i < 2); ++i) {
        const std::size_t found = check(path, name, lines.get<std::set<std::string>>(), modes[i], faults);
        states[i] += found;
        if (i == 0) whole = found;
      }
      if (whole < large && compare_races(path, name, faults)) ++racy;
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
