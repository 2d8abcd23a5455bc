// The set of lines that each program can print, over all schedules, compared with the set it should be.
//
//   litmus_runner CLASSES EXPECTED.json [NAME...]
//
// The search is as plain as can be (depth first, fingerprints in a set), so that this tests the virtual machine and not
// the searches. A line is printed in one transition, and a transition is a function of its state, so walking every
// transition once meets every line.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "classpath/class_path.hpp"
#include "java/checker.hpp"

namespace {

using namespace waymark;

struct Explored {
  std::set<std::string> lines;
  std::size_t states = 0;
};

struct Place {
  model::Mark mark = 0;
  std::vector<model::Transition> enabled;
  std::size_t next = 0;
};

std::string without_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

Explored explore(model::Model& model) {
  Explored result;
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  std::vector<Place> path;
  const auto arrive = [&](bool passing) {
    const auto print = model.fingerprint();
    if (!passing && !seen.emplace(print.low, print.high).second) return;
    Place place;
    model.enabled(place.enabled);
    if (place.enabled.empty() && !model.facts().proper_end) result.lines.insert("deadlock");
    place.mark = model.mark();
    path.push_back(std::move(place));
  };
  model.reset();
  arrive(false);
  while (!path.empty()) {
    Place& place = path.back();
    model.rewind(place.mark);
    if (place.next == place.enabled.size()) {
      path.pop_back();
      continue;
    }
    model::Narration told;
    const model::Step step = model.narrate(place.enabled[place.next++], told);
    for (const model::Event& event : told) {
      if (!event.output.empty()) result.lines.insert(without_newline(event.output));
    }
    if (step == model::Step::moved || step == model::Step::passing) {
      arrive(step == model::Step::passing);
    } else if (step != model::Step::pruned) {
      result.lines.insert(fmt::format("{}: {}", model.violation().kind, model.violation().detail));
    }
  }
  result.states = seen.size();
  return result;
}

java::ClassSource source_of(const classpath::ClassPath& path) {
  return [&path](std::string_view name, java::Bytes& out) {
    auto found = path.find_class(name);
    if (!found) return false;
    out.lasting = found->bytes;
    out.keeper = found->keeper;
    out.library = found->from_jdk;
    out.origin = found->origin;
    return true;
  };
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::set<std::string> wanted(argv + 3, argv + argc);
    const auto expected = nlohmann::json::parse(std::ifstream(argv[2]));
    const classpath::ClassPath path({argv[1]}, classpath::Image::open(classpath::find_jdk_image("")));
    std::size_t failed = 0;
    std::size_t run = 0;
    std::size_t states = 0;
    for (const auto& [name, lines] : expected.items()) {
      if (!wanted.empty() && wanted.count(name) == 0) continue;
      ++run;
      java::Settings settings;
      settings.main_class = "litmus." + name;
      java::Checker checker(source_of(path), settings);
      checker.key(model::Key::quick());
      const Explored found = explore(checker);
      states += found.states;
      const auto should = lines.get<std::set<std::string>>();
      for (const std::string& line : should) {
        if (found.lines.count(line) == 0) fmt::print("{}: never ends with '{}'\n", name, line);
      }
      for (const std::string& line : found.lines) {
        if (should.count(line) == 0) fmt::print("{}: ends with '{}', which is impossible\n", name, line);
      }
      if (found.lines != should) ++failed;
    }
    fmt::print("{} of {} litmus programs have exactly their outcomes; {} states\n", run - failed, run, states);
    return failed == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 2;
  }
}
