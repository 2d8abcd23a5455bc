#include <fmt/format.h>

#include "report/lanes.hpp"
#include "report/trail.hpp"

namespace waymark::report {

namespace {

constexpr std::size_t least_column = 16;
constexpr std::size_t most_column = 48;

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string trail_as_columns(const Story& story, const Format& format) {
  const Lanes lanes(story);
  const std::size_t step_width = label_width(story) + 4;
  const std::size_t room = format.width > step_width ? format.width - step_width : 0;
  std::size_t width = lanes.width(room, least_column, most_column);
  for (std::size_t lane = 0; lane < lanes.count() && !format.narrow; ++lane) {
    width = std::max(width, columns(lanes.name(lane)) + 1);
  }
  const std::string margin(step_width, ' ');

  std::string line = margin;
  std::string rule = margin;
  for (std::size_t lane = 0; lane < lanes.count(); ++lane) {
    line += padded(clipped(lanes.name(lane), width - 1, format), width);
    rule += padded(std::string(std::min(columns(lanes.name(lane)), width - 1), '-'), width);
  }
  std::string text = trimmed(line) + trimmed(rule);

  std::uint64_t shown = 0;
  for (std::size_t i = 0; i < story.beats.size(); ++i) {
    text += lines_before(story, i, format);
    const Beat& beat = story.beats[i];
    for (const model::Event& event : beat.events) {
      std::string before = margin;
      if (beat.step != shown) before = fmt::format("  {:>{}}  ", step_label(beat), step_width - 4);
      shown = beat.step;
      const std::string indent(lanes.of(event) * width, ' ');
      for (const std::string& part : wrapped(printable(event.text), width - 1)) {
        text += trimmed(fmt::format("{}{}{}", before, indent, part));
        before = margin;
      }
      for (const std::string& effect : effects(event, format)) {
        for (const std::string& part : wrapped(effect, width - 3))
          text += trimmed(fmt::format("{}{}  {}", margin, indent, part));
      }
    }
  }
  return text + lines_before(story, story.beats.size(), format);
}

}  // namespace waymark::report
