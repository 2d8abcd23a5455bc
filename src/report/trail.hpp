// Ways to print a Story: as a list of steps, as one column per process, as a message sequence chart, or only what the
// program printed.
#pragma once

#include <string>

#include "report/format.hpp"
#include "report/story.hpp"

namespace waymark::report {

enum class TrailStyle { steps, columns, chart, output };

[[nodiscard]] std::string trail_as_steps(const Story& story, const Format& format);
[[nodiscard]] std::string trail_as_columns(const Story& story, const Format& format);
// Messages from process to process, as arrows; steps that exchange none are left out.
[[nodiscard]] std::string trail_as_chart(const Story& story, const Format& format);
// As the program wrote it, to the byte.
[[nodiscard]] std::string trail_as_output(const Story& story);

[[nodiscard]] std::string trail(const Story& story, TrailStyle style, const Format& format);

// What an event did to variables and channels and what it printed, each in a few words.
[[nodiscard]] std::vector<std::string> effects(const model::Event& event, const Format& format);
// "3", or "3-9" of several steps.
[[nodiscard]] std::string step_label(const Beat& beat);
// Of the longest of these.
[[nodiscard]] std::size_t label_width(const Story& story);
// What stands before a beat, or behind the last one: "… 140 steps left out …", "From here on, again and again:".
[[nodiscard]] std::string lines_before(const Story& story, std::size_t beat, const Format& format);

}  // namespace waymark::report
