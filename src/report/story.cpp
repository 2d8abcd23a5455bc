#include "report/story.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"
#include "model/walker.hpp"

namespace waymark::report {

namespace {

[[noreturn]] void refuse(std::uint64_t step, const std::string& why) {
  throw base::InputError(
      fmt::format("waymark: error: the trail is no path of this program: at step {}, {}", step, why));
}

}  // namespace

Story shortened(const Story& story, const Excerpt& excerpt) {
  const std::size_t count = story.beats.size();
  if (excerpt.head >= count || excerpt.tail >= count - excerpt.head) return story;
  const std::size_t head = excerpt.head;
  const std::size_t resumes = count - excerpt.tail;
  Story part = story;
  part.beats.erase(part.beats.begin() + static_cast<std::ptrdiff_t>(head),
                   part.beats.begin() + static_cast<std::ptrdiff_t>(resumes));
  const std::uint64_t before = head == 0 ? 0 : story.beats[head - 1].step;
  const std::uint64_t after = resumes == count ? story.steps + 1 : story.beats[resumes].step;
  part.gap_before = head;
  part.gap = after > before + 1 ? after - before - 1 : 0;
  if (story.cycle_before && *story.cycle_before > head) {
    part.cycle_before = *story.cycle_before < resumes ? head : *story.cycle_before - resumes + head;
  }
  return part;
}

Story tell(model::Model& model, std::span<const std::uint32_t> choices, const Excerpt& excerpt,
           std::optional<std::uint64_t> cycle) {
  Story story;
  model::Walker walker(model);
  std::uint64_t last_told = 0;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (walker.stuck()) refuse(walker.steps(), "the program cannot go on, but the trail does");
    const std::uint64_t step = walker.steps() + (walker.at_state() ? 1 : 0);
    if (choices[i] >= walker.enabled().size()) {
      refuse(step, fmt::format("choice {} is taken where there are {}", choices[i], walker.enabled().size()));
    }
    const bool told = i < excerpt.head || i + excerpt.tail >= choices.size();
    if (cycle == i) story.cycle_before = story.beats.size();
    if (told) {
      Beat& beat = story.beats.emplace_back();
      beat.step = step;
      if (beat.step > last_told + 1) {
        story.gap_before = story.beats.size() - 1;
        story.gap = beat.step - last_told - 1;
      }
      last_told = beat.step;
      story.last = walker.take(choices[i], model, beat.events);
    } else {
      story.last = walker.take(choices[i]);
    }
    if (story.last == model::Step::failed) story.violation = model.violation();
  }
  story.steps = walker.steps();
  if (story.last == model::Step::moved) story.standings = model.standings();
  if (cycle == choices.size()) story.cycle_before = story.beats.size();
  return story;
}

}  // namespace waymark::report
