// StepLog: what became of the transitions of some states, in their order, for a search that learns later where they
// arrived. LogReplay reports the log to an Explorer. A step takes eight bytes, as a rule. The log is filled, replayed
// and filled again, and keeps its memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/path.hpp"
#include "model/transition.hpp"

namespace waymark::search {

class StepLog {
 public:
  enum class Kind : std::uint8_t {
    arrived,       // at the state `at`, as the search numbers arrivals
    failed,        // with the violation `at`, and arrived nowhere
    failed_there,  // the same of the step that has just arrived
    dead_end,      // the state has no transitions, and should have
    done,          // the state's transitions have all been taken
    cut_off,       // it lies at the limit of depth
    endless,       // and so are the following: its transitions cannot be taken to their end
    unsupported,   // by the violation `at`
    no_room,
  };
  class Event {
   public:
    Event(Kind kind, std::uint64_t at, std::uint32_t choice)
        : value_(at << 16 | std::uint64_t{choice} << 8 | static_cast<std::uint8_t>(kind)) {}
    [[nodiscard]] Kind kind() const { return static_cast<Kind>(value_ & 0xFF); }
    [[nodiscard]] std::uint32_t choice() const { return static_cast<std::uint32_t>(value_ >> 8 & 0xFF); }
    [[nodiscard]] std::uint64_t at() const { return value_ >> 16; }
    void set_at(std::uint64_t at) { value_ = at << 16 | (value_ & 0xFFFF); }

   private:
    std::uint64_t value_;
  };
  static constexpr std::uint64_t most_at = (std::uint64_t{1} << 48) - 1;

  void add(Kind kind) {
    has_violations_ = has_violations_ || kind == Kind::dead_end;
    events_.emplace_back(kind, 0, 0);
  }
  // With the choices of the path, which begins with the state that is being expanded.
  void add(Kind kind, const model::Path& path, std::uint64_t at) {
    std::uint32_t choice = path.size() == 1 ? path.choice_at(0) : several;
    if (choice >= several) {
      choice = several;
      note(path);
    }
    events_.emplace_back(kind, at, choice);
  }
  void add(Kind kind, const model::Path& path, const model::Violation& violation) {
    add(kind, path, violations_.size());
    violations_.push_back(violation);
    has_violations_ = true;
  }

  [[nodiscard]] std::span<const Event> events() const { return events_; }
  [[nodiscard]] std::span<Event> events() { return events_; }
  [[nodiscard]] const model::Violation& violation(const Event& event) const { return violations_[event.at()]; }
  [[nodiscard]] bool has_violations() const { return has_violations_; }

  // The choices of the events, one after the other; `cursor` begins as 0. REQUIRES: each that has any is asked for or
  // skipped.
  void choices(const Event& event, std::size_t& cursor, std::vector<std::uint32_t>& out) const {
    out.clear();
    if (event.choice() != several) return out.push_back(event.choice());
    const std::uint32_t count = choices_[cursor++];
    out.insert(out.end(), choices_.begin() + static_cast<std::ptrdiff_t>(cursor),
               choices_.begin() + static_cast<std::ptrdiff_t>(cursor + count));
    cursor += count;
  }

  void skip_choices(const Event& event, std::size_t& cursor) const {
    if (event.choice() == several) cursor += choices_[cursor] + 1;
  }

  // Forgets the events behind the last state whose transitions were all taken: something came in between.
  void drop_unfinished() {
    while (!events_.empty() && events_.back().kind() != Kind::done && events_.back().kind() != Kind::cut_off) {
      events_.pop_back();
    }
  }
  // Forgets the events from this one on.
  void drop_from(std::size_t event) {
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(event), events_.end());
  }
  void clear() {
    events_.clear();
    choices_.clear();
    violations_.clear();
    has_violations_ = false;
  }
  [[nodiscard]] std::uint64_t bytes() const {
    return events_.capacity() * sizeof(Event) + choices_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t several = 0xFF;  // the choices are in choices_: how many, and these

  void note(const model::Path& path) {
    const std::size_t count = choices_.size();
    choices_.push_back(0);
    path.choices(choices_);
    choices_[count] = static_cast<std::uint32_t>(choices_.size() - count - 1);
  }

  std::vector<Event> events_;
  std::vector<std::uint32_t> choices_;
  std::vector<model::Violation> violations_;
  bool has_violations_ = false;
};

}  // namespace waymark::search
