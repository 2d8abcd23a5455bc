#include <fmt/format.h>

#include <algorithm>

#include "base/quantities.hpp"
#include "report/trail.hpp"

namespace waymark::report {

namespace {

constexpr std::size_t least_effect = 16;  // columns

// The widths of the columns of the list, so that rows line up without any running away.
struct Widths {
  std::size_t step = 1;
  std::size_t who = 0;
  std::size_t location = 0;
  std::size_t text = 0;

  [[nodiscard]] std::size_t before_text() const { return 2 + step + 2 + who + 2 + location + 2; }
  [[nodiscard]] std::size_t before_effects() const { return before_text() + text + 2; }
};

std::string_view base_name(std::string_view location) { return location.substr(location.rfind('/') + 1); }

Widths measure(const Story& story, const Format& format) {
  Widths widths;
  widths.step = label_width(story);
  for (const Beat& beat : story.beats) {
    for (const model::Event& event : beat.events) {
      widths.who = std::max(widths.who, columns(printable(event.who)));
      widths.location = std::max(widths.location, columns(printable(base_name(event.location))));
      widths.text = std::max(widths.text, columns(printable(event.text)));
    }
  }
  if (format.narrow) {
    widths.who = std::min<std::size_t>(widths.who, 24);
    widths.location = std::min<std::size_t>(widths.location, 28);
  }
  const std::size_t rest = format.width > widths.before_text() ? format.width - widths.before_text() : 0;
  widths.text = std::min(widths.text, std::max<std::size_t>(rest / 2, 16));
  return widths;
}

std::string row(std::string_view step, const model::Event& event, const Widths& widths, const Format& format) {
  const std::string statement = clipped(printable(event.text), widths.text, format);
  std::string line = fmt::format(
      "  {:>{}}  {}  {}  {}", step, widths.step, padded(clipped(printable(event.who), widths.who, format), widths.who),
      padded(clipped(printable(base_name(event.location)), widths.location, format), widths.location),
      padded(statement, widths.text));
  std::string text;
  bool first = true;
  const auto break_line = [&] {
    text += line + "\n";
    line = std::string(widths.before_effects() - 2, ' ');
    first = true;
  };
  const std::vector<std::string> done = effects(event, format);
  // A long statement takes the room of what it did, which follows below.
  if (columns(statement) > widths.text && !done.empty()) break_line();
  const std::size_t room =
      std::max<std::size_t>(format.width, widths.before_effects() + least_effect) - widths.before_effects();
  for (const std::string& effect : done) {
    if (!first && columns(line) + 2 + columns(effect) > format.width) break_line();
    const std::vector<std::string> parts = format.narrow && first ? wrapped(effect, room) : std::vector{effect};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i != 0) break_line();
      line += (first ? "  " : ", ") + parts[i];
      first = false;
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return text + line + "\n";
}

}  // namespace

std::vector<std::string> effects(const model::Event& event, const Format& format) {
  std::vector<std::string> found;
  for (const model::Message& message : event.messages) {
    found.push_back(
        fmt::format("{} {} {}", printable(message.channel), message.sent ? '!' : '?', printable(message.content)));
  }
  for (const model::Change& change : event.changes) {
    if (change.before.empty()) {  // there was no such variable
      found.push_back(fmt::format("{}: {}", printable(change.name), printable(change.after)));
      continue;
    }
    found.push_back(fmt::format("{}: {} {} {}", printable(change.name), printable(change.before), format.arrow(),
                                printable(change.after)));
  }
  if (!event.output.empty()) found.push_back(fmt::format("prints \"{}\"", printable(event.output)));
  return found;
}

std::string step_label(const Beat& beat) {
  return beat.until == 0 ? std::to_string(beat.step) : fmt::format("{}-{}", beat.step, beat.until);
}

std::size_t label_width(const Story& story) {
  std::size_t width = std::to_string(story.steps).size();
  for (const Beat& beat : story.beats) width = std::max(width, step_label(beat).size());
  return width;
}

std::string lines_before(const Story& story, std::size_t beat, const Format& format) {
  std::string text;
  if (story.gap != 0 && story.gap_before == beat) {
    const std::string_view dots = format.unicode ? "…" : "...";
    text += fmt::format("  {} {} left out {}\n", dots, base::counted(story.gap, "step"), dots);
  }
  if (story.cycle_before == beat) {
    text += beat == story.beats.size() ? "  No process can take a step: it stays in this state for ever.\n"
                                       : "  From here on, again and again:\n";
  }
  return text;
}

std::string trail_as_steps(const Story& story, const Format& format) {
  const Widths widths = measure(story, format);
  std::string text;
  std::uint64_t shown = 0;
  for (std::size_t i = 0; i < story.beats.size(); ++i) {
    text += lines_before(story, i, format);
    const Beat& beat = story.beats[i];
    for (const model::Event& event : beat.events) {
      text += row(beat.step == shown ? "" : step_label(beat), event, widths, format);
      shown = beat.step;
    }
  }
  return text + lines_before(story, story.beats.size(), format);
}

std::string trail_as_output(const Story& story) {
  std::string text;
  for (const Beat& beat : story.beats) {
    for (const model::Event& event : beat.events) text += event.output;
  }
  return text;
}

std::string trail(const Story& story, TrailStyle style, const Format& format) {
  switch (style) {
    case TrailStyle::steps:
      return trail_as_steps(story, format);
    case TrailStyle::columns:
      return trail_as_columns(story, format);
    case TrailStyle::chart:
      return trail_as_chart(story, format);
    case TrailStyle::output:
      return trail_as_output(story);
  }
  return {};
}

}  // namespace waymark::report
