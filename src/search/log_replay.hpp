// LogReplay: reports a StepLog to an Explorer, and through it the listeners, what it would have seen had it
// taken these steps one by one. It stops where such a search would have stopped: what is behind that has not happened.
// Where time, memory or a signal had stopped the search before, all of the log has happened, up to a violation.
#pragma once

#include <cstdint>
#include <vector>

#include "search/ancestry.hpp"
#include "search/explorer.hpp"
#include "search/step_log.hpp"

namespace waymark::search {

class LogReplay {
 public:
  LogReplay(Explorer& explorer, Ancestry& ancestry) : explorer_(explorer), ancestry_(ancestry) {}

  // The first state in the log is `source`, and all are so deep. turn(number) is called before what became of each, and
  // find(at) says which state it is that a step arrived at: fresh, known or no_room; fresh(at) comes after each that
  // was fresh. Answers whose turn is next, if any's is.
  template <typename Turn, typename Find, typename Fresh>
  [[nodiscard]] std::uint64_t run(const StepLog& log, std::uint64_t source, std::uint64_t depth, const Turn& turn,
                                  const Find& find, const Fresh& fresh);
  // The state whose turn it is, and the choices from there of what is being replayed.
  [[nodiscard]] std::uint64_t source() const { return source_; }
  [[nodiscard]] const std::vector<std::uint32_t>& choices() const { return choices_; }

 private:
  template <typename Find, typename Fresh>
  void arrived(const StepLog& log, const StepLog::Event& event, std::size_t& cursor, std::uint64_t depth,
               const Find& find, const Fresh& fresh) {
    const store::Found found = find(event.at());
    if (found.seen == store::Seen::no_room) explorer_.stop(Why::memory);
    if (found.seen != store::Seen::fresh) log.skip_choices(event, cursor);
    if (found.seen == store::Seen::no_room || explorer_.count_transition(found, source_, depth) != Arrival::fresh)
      return;
    log.choices(event, cursor, choices_);
    if (!ancestry_.child(choices_)) explorer_.stop(Why::memory);
    fresh(event.at());
  }
  void leave(std::uint64_t source, std::uint64_t depth) {
    explorer_.leave(source, depth);
    if (!ancestry_.close()) explorer_.stop(Why::memory);
  }

  Explorer& explorer_;
  Ancestry& ancestry_;
  std::uint64_t source_ = 0;
  std::vector<std::uint32_t> choices_;
};

template <typename Turn, typename Find, typename Fresh>
std::uint64_t LogReplay::run(const StepLog& log, std::uint64_t source, std::uint64_t depth, const Turn& turn,
                             const Find& find, const Fresh& fresh) {
  using Kind = StepLog::Kind;
  std::size_t cursor = 0;
  bool begins = true;
  const bool was_stopping = explorer_.stopping();
  const std::uint64_t errors_before = explorer_.tallies().errors;
  const auto events = log.events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    const StepLog::Event& event = events[i];
    if (begins) turn(source_ = source);
    begins = false;
    switch (event.kind()) {
      case Kind::arrived:
        arrived(log, event, cursor, depth, find, fresh);
        // What else is wrong with the step is still reported.
        if (i + 1 < events.size() && events[i + 1].kind() == Kind::failed_there) continue;
        break;
      case Kind::failed:
      case Kind::failed_there:
        log.choices(event, cursor, choices_);
        explorer_.found(log.violation(event), source, depth + 1);
        break;
      case Kind::dead_end:
        choices_.clear();
        explorer_.found(model::deadlock(), source, depth);
        continue;  // such a state is done all the same
      case Kind::done:
        leave(source++, depth);
        begins = true;
        break;
      case Kind::cut_off:
        explorer_.cut_off(source++);
        begins = true;
        break;
      case Kind::endless:
        explorer_.stop(Why::endless);
        break;
      case Kind::unsupported:
        explorer_.stop_unsupported(log.violation(event));
        break;
      case Kind::no_room:
        explorer_.stop(Why::memory);
        break;
    }
    if (explorer_.stopping() && (!was_stopping || explorer_.tallies().errors != errors_before)) break;
  }
  choices_.clear();
  return begins ? source : source + 1;
}

}  // namespace waymark::search
