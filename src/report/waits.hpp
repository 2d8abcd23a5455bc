// Why nothing can move: a cycle of waits, a notification that came too early, or waits that nobody ends.
#pragma once

#include <algorithm>

#include "report/cause.hpp"

namespace waymark::report {

[[nodiscard]] std::optional<Cause> cause_of_deadlock(const Story& story);

// The last event of the story of which something is so; null: there is none.
struct LastEvent {
  const model::Event* event = nullptr;
  std::uint64_t step = 0;
};
template <typename Is>
[[nodiscard]] LastEvent last_event(const Story& story, Is is) {
  for (auto beat = story.beats.rbegin(); beat != story.beats.rend(); ++beat) {
    const auto found = std::find_if(beat->events.rbegin(), beat->events.rend(), is);
    if (found != beat->events.rend()) return {&*found, beat->step};
  }
  return {};
}
// That changes a variable.
[[nodiscard]] LastEvent last_write(const Story& story, const std::string& variable);
// As the list of variables has it, with who wrote it.
[[nodiscard]] CauseValue with_writer(const Story& story, const std::string& name, const std::string& value);
void add_once(std::vector<std::string>& list, const std::string& text);
// Without folders: "philosophers.pml:12".
[[nodiscard]] std::string short_place(const std::string& location);

}  // namespace waymark::report
