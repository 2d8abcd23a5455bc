// Lanes: the processes of a story side by side, each with a column of its own; for the two trails drawn that way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/format.hpp"
#include "report/story.hpp"

namespace waymark::report {

class Lanes {
 public:
  // A process that dies and one that gets its number later are two lanes: they have different names.
  explicit Lanes(const Story& story) {
    for (const Beat& beat : story.beats) {
      for (const model::Event& event : beat.events) keys_.emplace_back(event.actor, event.who);
    }
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  }

  [[nodiscard]] std::size_t count() const { return keys_.size(); }
  [[nodiscard]] std::string name(std::size_t lane) const { return printable(keys_[lane].second); }
  [[nodiscard]] std::size_t of(const model::Event& event) const {
    const auto key = std::pair(event.actor, event.who);
    return static_cast<std::size_t>(std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin());
  }
  // How wide each may be: an equal share of the room, but wide enough to say something.
  [[nodiscard]] std::size_t width(std::size_t room, std::size_t least, std::size_t most) const {
    return std::clamp(room / std::max<std::size_t>(count(), 1), least, most);
  }

 private:
  std::vector<std::pair<std::uint32_t, std::string>> keys_;
};

}  // namespace waymark::report
