// Going through all states of a small Java program as plainly as can be (depth first, fingerprints in a map), so that
// this tests the virtual machine and not the searches. A line is printed in one transition, and a transition is a
// function of its state, so walking every transition once meets every line that the program can print.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "java/program.hpp"

namespace waymark::tests {

// The states, by fingerprint, with what is enabled there.
using Seen = std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<model::Transition>>;

struct Explored {
  std::set<std::string> lines;
  std::set<std::string> races;
  Seen seen;
  std::optional<model::Violation> invalidated;  // what a reduction presumed
  bool whole = true;                            // there are not more states than were asked for
};

// How the search goes back: by the journal, or by standing in a packed state.
enum class Back { rewind, unpack };

struct Place {
  model::Mark mark = 0;
  std::vector<model::Word> words;
  std::vector<model::Transition> enabled;
  std::size_t next = 0;
};

inline std::string without_newline(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

inline Explored explore(model::Model& model, Back back, std::size_t most = ~std::size_t{0}) {
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
    if (result.seen.size() > most) {
      result.whole = false;
      return result;
    }
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
    model::Explanation told;
    const model::Step step = model.explain(place.enabled[place.next++], told);
    for (const model::Event& event : told) {
      if (!event.output.empty()) result.lines.insert(without_newline(event.output));
    }
    if (step == model::Step::moved || step == model::Step::intermediate) {
      arrive(step == model::Step::intermediate);
    } else if (model.violation().kind == java::refuted_presumption) {
      result.invalidated = model.violation();
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

inline std::string text(model::Model& model, const std::vector<model::Transition>& enabled) {
  std::string out;
  for (const model::Transition& it : enabled) {
    const model::Action action = model.action(it.action);
    out += fmt::format(" [{} {} {} way {}]", it.actor, action.location, action.text, it.choice);
  }
  return out;
}

// Contract 1: what is enabled in a state is the same however the search came there.
inline void compare(model::Model& model, const Seen& one, const Seen& two, std::set<std::string>& lines) {
  if (one.size() != two.size())
    lines.insert(fmt::format("{} states by rewinding, {} by unpacking", one.size(), two.size()));
  for (const auto& [print, enabled] : one) {
    const auto other = two.find(print);
    if (other == two.end() || other->second == enabled) continue;
    lines.insert(fmt::format("by rewinding{}, by unpacking{}", text(model, enabled), text(model, other->second)));
  }
}

}  // namespace waymark::tests
