#include "report/waits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <deque>

#include "base/names.hpp"

template <>
struct waymark::base::Names<waymark::model::Wait::Kind> {
  using enum model::Wait::Kind;
  static constexpr auto table = std::to_array<Named<model::Wait::Kind>>({{lock, "lock"},
                                                                         {end, "end"},
                                                                         {notification, "notification"},
                                                                         {message, "message"},
                                                                         {room, "room"},
                                                                         {partner, "partner"},
                                                                         {condition, "condition"}});
};

namespace waymark::report {

namespace {

using model::Standing;
using model::Wait;

// That one waits for another, or for nobody who is known.
struct Edge {
  std::size_t from = 0;
  std::optional<std::size_t> to;
  const Wait* wait = nullptr;
  std::optional<CauseValue> value;  // of a condition: the variable that makes it false, as far as is known
};

// Who waits for whom at the end of a story.
class Waits {
 public:
  explicit Waits(const Story& story) : story_(story) {
    for (const Standing& each : story.standings) {
      if (!each.waits.empty() && !each.may_stay) nodes_.push_back(&each);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (const Wait& wait : nodes_[i]->waits) add_edges(i, wait);
    }
  }

  [[nodiscard]] std::optional<Cause> cause() const {
    if (nodes_.empty()) return std::nullopt;
    if (const std::vector<const Edge*> cycle = shortest_cycle(); !cycle.empty()) return of_cycle(cycle);
    if (std::optional<Cause> lost = lost_notification()) return lost;
    return stuck();
  }

 private:
  [[nodiscard]] std::optional<std::size_t> node(const std::string& who) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i]->who == who) return i;
    }
    return std::nullopt;
  }

  void add_edges(std::size_t from, const Wait& wait) {
    const std::size_t before = edges_.size();
    for (const std::string& who : wait.by) {
      if (const auto to = node(who)) edges_.push_back({from, to, &wait, std::nullopt});
    }
    // Who has written last what a condition reads keeps it false.
    for (const model::Value& value : wait.values) {
      const CauseValue written = with_writer(story_, value.name, value.value);
      const auto to = written.by.empty() || written.by == nodes_[from]->who ? std::nullopt : node(written.by);
      edges_.push_back({from, to, &wait, written});
    }
    if (edges_.size() == before) edges_.push_back({from, std::nullopt, &wait, std::nullopt});
  }

  // By a search in breadth from each; the first of several.
  [[nodiscard]] std::vector<const Edge*> shortest_cycle() const {
    std::vector<const Edge*> best;
    for (std::size_t start = 0; start < nodes_.size(); ++start) {
      std::vector<const Edge*> led(nodes_.size(), nullptr);
      std::deque<std::size_t> open{start};
      const Edge* last = nullptr;
      while (!open.empty() && last == nullptr) {
        const std::size_t at = open.front();
        open.pop_front();
        for (const Edge& edge : edges_) {
          if (edge.from != at || !edge.to) continue;
          if (*edge.to == start) {
            last = &edge;
            break;
          }
          if (led[*edge.to] != nullptr) continue;
          led[*edge.to] = &edge;
          open.push_back(*edge.to);
        }
      }
      if (last == nullptr) continue;
      std::vector<const Edge*> cycle{last};
      while (cycle.back()->from != start) cycle.push_back(led[cycle.back()->from]);
      std::reverse(cycle.begin(), cycle.end());
      if (best.empty() || cycle.size() < best.size()) best = cycle;
    }
    return best;
  }

  [[nodiscard]] std::string place(const Edge& edge) const {
    return edge.wait->location.empty() ? nodes_[edge.from]->location : edge.wait->location;
  }

  void note(const Edge& edge, Cause& cause) const {
    add_once(cause.threads, nodes_[edge.from]->who);
    if (edge.value) add_once(cause.locks, edge.value->name);
    const bool end = edge.wait->kind == Wait::Kind::end;
    if (!end && edge.wait->kind != Wait::Kind::condition) add_once(cause.locks, edge.wait->what);
    if (const std::string at = place(edge); !at.empty()) add_once(cause.places, at);
    if (edge.value) cause.values.push_back(*edge.value);
    cause.waits.push_back({nodes_[edge.from]->who, edge.wait->what, std::string(base::name(edge.wait->kind)),
                           edge.to ? nodes_[*edge.to]->who : "", place(edge)});
  }

  [[nodiscard]] std::string text(const Edge& edge) const {
    const Wait& wait = *edge.wait;
    const std::string& who = nodes_[edge.from]->who;
    const std::string whom = edge.to ? nodes_[*edge.to]->who : "";
    switch (wait.kind) {
      case Wait::Kind::lock:
        if (whom == who) return fmt::format("{} waits for {}, which it holds itself", who, wait.what);
        if (!wait.by.empty()) return fmt::format("{} waits for {}, held by {}", who, wait.what, wait.by.front());
        return fmt::format("{} waits for {}", who, wait.what);
      case Wait::Kind::end:
        return fmt::format("{} waits for the end of {}", who, wait.what);
      case Wait::Kind::notification:
        return fmt::format("{} waits for a notification of {}", who, wait.what);
      case Wait::Kind::message:
        return fmt::format("{} waits for a message in {}{}", who, wait.what, whom.empty() ? "" : " from " + whom);
      case Wait::Kind::room:
        return fmt::format("{} waits for room in {}{}", who, wait.what,
                           whom.empty() ? "" : fmt::format(", which {} would empty", whom));
      case Wait::Kind::partner:
        return fmt::format("{} waits at {} for {}", who, wait.what, whom.empty() ? "somebody" : whom);
      case Wait::Kind::condition:
        break;
    }
    std::string out = fmt::format("{} waits for {}", who, wait.what);
    if (!edge.value) return out;
    out += fmt::format(", with {} == {}", edge.value->name, edge.value->value);
    if (!edge.value->by.empty()) out += fmt::format(" from {}", edge.value->by == who ? "itself" : edge.value->by);
    return out;
  }

  [[nodiscard]] std::string joined(const std::vector<const Edge*>& edges) const {
    constexpr std::size_t most = 4;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < edges.size() && i < most; ++i) parts.push_back(text(*edges[i]));
    if (edges.size() > most) parts.push_back(fmt::format("and {} more", edges.size() - most));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  [[nodiscard]] Cause of_cycle(const std::vector<const Edge*>& cycle) const {
    Cause cause;
    cause.kind = "cycle";
    for (const Edge* const edge : cycle) note(*edge, cause);
    cause.sentence = joined(cycle);
    return cause;
  }

  // What the event tells those who wait for this; null: nothing.
  [[nodiscard]] static const model::Signal* signal_of(const model::Event& event, const std::string& what) {
    const auto found = std::find_if(event.signals.begin(), event.signals.end(),
                                    [&](const model::Signal& signal) { return signal.what == what; });
    return found == event.signals.end() ? nullptr : &*found;
  }

  [[nodiscard]] std::optional<Cause> lost_notification() const {
    Cause cause;
    cause.kind = "lost notification";
    std::vector<std::string> parts, threads, places;
    for (const Edge& edge : edges_) {
      const std::string& what = edge.wait->what;
      if (edge.wait->kind != Wait::Kind::notification) continue;
      const auto [event, step] = last_event(story_, [&](const auto& it) { return signal_of(it, what) != nullptr; });
      if (event == nullptr) continue;
      note(edge, cause);
      threads.push_back(event->who);
      places.push_back(signal_of(*event, what)->location);
      const std::string& who = nodes_[edge.from]->who;
      const bool early = step < last_event(
                                    story_, [&](const auto& it) { return it.who == who; })
                                    .step;
      parts.push_back(fmt::format("{} at {}; the last one, by {} at {} in step {}, {}", text(edge),
                                  short_place(place(edge)), threads.back(), short_place(places.back()), step,
                                  early ? "came before it waited" : "woke another"));
    }
    if (parts.empty()) return std::nullopt;
    for (const std::string& each : threads) add_once(cause.threads, each);
    for (const std::string& each : places) add_once(cause.places, each);
    cause.sentence = fmt::format("{}", fmt::join(parts, "; "));
    return cause;
  }

  // Those first who wait for nobody.
  [[nodiscard]] Cause stuck() const {
    std::vector<const Edge*> order;
    for (const bool last : {false, true}) {
      for (const Edge& edge : edges_) {
        if (edge.to.has_value() == last) order.push_back(&edge);
      }
    }
    Cause cause;
    cause.kind = "stuck";
    for (const Edge* const edge : order) note(*edge, cause);
    cause.sentence = joined(order) + (nodes_.size() == 1 ? ", and nobody else is left" : "");
    return cause;
  }

  const Story& story_;
  std::vector<const Standing*> nodes_;
  std::vector<Edge> edges_;
};

}  // namespace

void add_once(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

std::string short_place(const std::string& location) { return location.substr(location.rfind('/') + 1); }

LastEvent last_write(const Story& story, const std::string& variable) {
  return last_event(story, [&](const model::Event& event) {
    return std::any_of(event.changes.begin(), event.changes.end(),
                       [&](const model::Change& change) { return change.name == variable; });
  });
}

CauseValue with_writer(const Story& story, const std::string& name, const std::string& value) {
  CauseValue out{name, value};
  const LastEvent write = last_write(story, name);
  if (write.event == nullptr) return out;
  out.by = write.event->who;
  out.step = write.step;
  out.location = write.event->location;
  return out;
}

std::optional<Cause> cause_of_deadlock(const Story& story) { return Waits(story).cause(); }

}  // namespace waymark::report
