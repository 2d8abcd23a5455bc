#include <fmt/format.h>

#include <deque>
#include <map>
#include <optional>

#include "report/lanes.hpp"
#include "report/trail.hpp"

namespace waymark::report {

namespace {

constexpr std::size_t least_lane = 18;
constexpr std::size_t most_lane = 36;
constexpr std::size_t label_margin = 7;  // of an arrow around its label

// A message on its way.
struct Sent {
  std::string content;
  std::size_t lane = 0;
  std::uint64_t step = 0;
};

class Chart {
 public:
  Chart(const Story& story, const Format& format)
      : story_(story),
        format_(format),
        lanes_(story),
        margin_(std::to_string(story.steps).size() + 4),
        width_(lanes_.width(format.width > margin_ ? format.width - margin_ : 0, least_lane, most_lane)) {
    if (!format.narrow) width_ = std::max(width_, longest_label() + label_margin);
  }

  std::string draw() {
    head();
    for (std::size_t i = 0; i < story_.beats.size(); ++i) {
      text_ += lines_before(story_, i, format_);
      beat(story_.beats[i]);
    }
    if (!any_) return "  No messages are exchanged on this trail.\n";
    return text_;
  }

 private:
  // Of an arrow, or of a process' name.
  [[nodiscard]] std::size_t longest_label() const {
    const std::size_t sent = std::string_view(" (sent in )").size() + std::to_string(story_.steps).size();
    std::size_t longest = 0;
    for (std::size_t lane = 0; lane < lanes_.count(); ++lane) longest = std::max(longest, columns(lanes_.name(lane)));
    for (const Beat& beat : story_.beats) {
      for (const model::Event& event : beat.events) {
        for (const model::Message& message : event.messages) {
          const std::size_t label = columns(printable(message.channel)) + 2 + columns(printable(message.content));
          longest = std::max(longest, label + sent);
        }
      }
    }
    return longest;
  }

  void head() {
    std::string names(margin_, ' ');
    for (std::size_t lane = 0; lane < lanes_.count(); ++lane) {
      const std::string name = clipped(lanes_.name(lane), width_ - 2, format_);
      const std::size_t left = width_ / 2 - columns(name) / 2;
      names += padded(std::string(left, ' ') + name, width_);
    }
    put(names);
    put(std::string(margin_, ' ') + flat(lifelines()));
  }

  void beat(const Beat& beat) {
    for (const model::Event& event : beat.events) {
      for (const model::Message& message : event.messages) {
        any_ = true;
        if (message.sent) {
          send(beat, event, message);
        } else {
          receive(beat.step, lanes_.of(event), message);
        }
      }
      if (!event.output.empty()) {
        note(beat.step, lanes_.of(event), fmt::format("prints \"{}\"", printable(event.output)));
      }
    }
  }

  // A message taken in the same step goes straight over: the receiver draws the arrow.
  void send(const Beat& beat, const model::Event& event, const model::Message& message) {
    under_way_[message.channel].push_back({message.content, lanes_.of(event), beat.step});
    for (const model::Event& other : beat.events) {
      for (const model::Message& received : other.messages) {
        if (!received.sent && received.channel == message.channel && received.content == message.content) return;
      }
    }
    note(beat.step, lanes_.of(event), fmt::format("{}!{}", printable(message.channel), printable(message.content)));
  }

  void receive(std::uint64_t step, std::size_t lane, const model::Message& message) {
    const std::string label = fmt::format("{}: {}", printable(message.channel), printable(message.content));
    const std::optional<Sent> sent = take(message);
    if (!sent || sent->lane == lane) {
      note(step, lane, fmt::format("{}?{}", printable(message.channel), printable(message.content)));
      return;
    }
    const std::string from = sent->step == step ? label : fmt::format("{} (sent in {})", label, sent->step);
    arrow(step, sent->lane, lane, from);
  }

  std::optional<Sent> take(const model::Message& message) {
    std::deque<Sent>& queue = under_way_[message.channel];
    for (auto it = queue.begin(); it != queue.end(); ++it) {
      if (it->content != message.content) continue;
      const Sent sent = *it;
      queue.erase(it);
      return sent;
    }
    return std::nullopt;
  }

  // One string per column of the terminal, so that a glyph of several bytes is still one cell.
  using Cells = std::vector<std::string>;

  Cells lifelines() const {
    Cells cells(lanes_.count() * width_, " ");
    for (std::size_t lane = 0; lane < lanes_.count(); ++lane) cells[centre(lane)] = format_.unicode ? "│" : "|";
    return cells;
  }
  std::size_t centre(std::size_t lane) const { return lane * width_ + width_ / 2; }

  void note(std::uint64_t step, std::size_t lane, const std::string& label) {
    Cells cells = lifelines();
    cells[centre(lane)] = format_.unicode ? "●" : "*";
    write(cells, centre(lane) + 2, clipped(label, cells.size() - centre(lane) - 2, format_));
    put_row(step, cells);
  }

  void arrow(std::uint64_t step, std::size_t from, std::size_t to, const std::string& label) {
    Cells cells = lifelines();
    const std::size_t low = std::min(centre(from), centre(to));
    const std::size_t high = std::max(centre(from), centre(to));
    for (std::size_t at = low + 1; at < high; ++at) cells[at] = format_.unicode ? "─" : "-";
    if (from < to) {
      cells[high - 1] = ">";
    } else {
      cells[low + 1] = "<";
    }
    const std::string shown = " " + clipped(label, high - low - label_margin, format_) + " ";
    write(cells, low + 1 + (high - low - 1 - columns(shown)) / 2, shown);
    put_row(step, cells);
  }

  static void write(Cells& cells, std::size_t at, std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++at) {
      std::size_t end = i + 1;
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
      if (at == cells.size()) cells.emplace_back();
      cells[at] = std::string(text.substr(i, end - i));
      i = end;
    }
  }

  static std::string flat(const Cells& cells) {
    std::string line;
    for (const std::string& cell : cells) line += cell;
    return line;
  }
  void put_row(std::uint64_t step, const Cells& cells) {
    const std::string number = step == shown_ ? "" : std::to_string(step);
    shown_ = step;
    put(fmt::format("  {:>{}}  {}", number, margin_ - 4, flat(cells)));
  }
  void put(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line + "\n";
  }

  const Story& story_;
  const Format& format_;
  Lanes lanes_;
  std::size_t margin_;
  std::size_t width_;
  std::map<std::string, std::deque<Sent>> under_way_;
  std::uint64_t shown_ = 0;
  bool any_ = false;
  std::string text_;
};

}  // namespace

std::string trail_as_chart(const Story& story, const Format& format) { return Chart(story, format).draw(); }

}  // namespace waymark::report
