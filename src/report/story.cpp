#include "report/story.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"

namespace waymark::report {

namespace {

[[noreturn]] void refuse(std::uint64_t step, const std::string& why) {
  throw base::InputError(
      fmt::format("waymark: error: the trail is no path of this program: at step {}, {}", step, why));
}

}  // namespace

Story tell(model::Model& model, std::span<const std::uint32_t> choices, const Excerpt& excerpt,
           std::optional<std::uint64_t> cycle) {
  Story story;
  std::vector<model::Transition> enabled;
  std::uint64_t last_told = 0;
  bool arrived = true;
  model.reset();
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (arrived) ++story.steps;
    model.enabled(enabled);
    if (choices[i] >= enabled.size()) {
      refuse(story.steps, fmt::format("choice {} is taken where there are {}", choices[i], enabled.size()));
    }
    const bool told = i < excerpt.head || i + excerpt.tail >= choices.size();
    if (cycle == i) story.cycle_before = story.beats.size();
    if (told) {
      Beat& beat = story.beats.emplace_back();
      beat.step = story.steps;
      if (beat.step > last_told + 1) {
        story.gap_before = story.beats.size() - 1;
        story.gap = beat.step - last_told - 1;
      }
      last_told = beat.step;
      story.last = model.narrate(enabled[choices[i]], beat.events);
    } else {
      story.last = model.fire(enabled[choices[i]]);
    }
    model::Step way_on = story.last;
    if (story.last == model::Step::failed) {
      story.violation = model.violation();
      way_on = story.violation.after;
    }
    arrived = way_on != model::Step::intermediate;
    const bool stuck = way_on != model::Step::moved && way_on != model::Step::intermediate;
    if (stuck && i + 1 < choices.size()) refuse(story.steps, "the program cannot go on, but the trail does");
  }
  if (story.last == model::Step::moved) story.standings = model.standings();
  if (cycle == choices.size()) story.cycle_before = story.beats.size();
  return story;
}

}  // namespace waymark::report
