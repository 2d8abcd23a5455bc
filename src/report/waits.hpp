// Why nothing can move: a cycle of waits, a notification that came too early, or waits that nobody ends.
#pragma once

#include "report/cause.hpp"

namespace waymark::report {

[[nodiscard]] std::optional<Cause> cause_of_deadlock(const Story& story);

// The last event of the story that changes a variable; null: there is none.
struct LastWrite {
  const model::Event* event = nullptr;
  std::uint64_t step = 0;
};
[[nodiscard]] LastWrite last_write(const Story& story, const std::string& variable);
// As the list of variables has it, with who wrote it.
[[nodiscard]] CauseValue with_writer(const Story& story, const std::string& name, const std::string& value);
void add_once(std::vector<std::string>& list, const std::string& text);
// Without folders: "philosophers.pml:12".
[[nodiscard]] std::string short_place(const std::string& location);

}  // namespace waymark::report
