// Frontier: a rank's states of the level that is being expanded and of the next one, by the ids that its store gives
// them. Ranks meet the states of the next level in any order; the least edge that leads to a state discovers it, as in
// a search by one process.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "cluster/exchange/edge.hpp"
#include "cluster/search/in_degrees.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

class Ownership;

// The indices of these numbers, in the order of the numbers.
[[nodiscard]] std::vector<std::uint64_t> order_of(const std::vector<std::uint64_t>& numbers);

class Frontier {
 public:
  // What is kept of the states of all levels: nothing, their numbers, or also how many other transitions lead to them.
  enum class Keeps : std::uint8_t { nothing, numbers, in_degrees };

  explicit Frontier(Keeps keeps) : keeps_(keeps) {}

  // Whether a level is being expanded; before that only the initial state is met.
  [[nodiscard]] bool begun() const { return begun_; }
  // The level that is being expanded: the id of its first state, and the numbers of its states on it.
  [[nodiscard]] std::uint64_t first() const { return first_; }
  [[nodiscard]] const std::vector<std::uint64_t>& numbers() const { return numbers_; }
  // The next level: the id of its first state, and the least edge to each of its states.
  [[nodiscard]] std::uint64_t next_first() const { return next_first_; }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  // Of each level the id of its first state. Without a meaning where states have moved.
  [[nodiscard]] const std::vector<std::uint64_t>& level_begins() const { return level_begins_; }

  // The state with this number on the level is expanded next.
  void expand(std::uint64_t number) {
    source_ = number;
    arrivals_ = 0;
  }
  [[nodiscard]] std::uint64_t source() const { return source_; }
  [[nodiscard]] std::uint64_t arrivals() const { return arrivals_; }
  // The edge that the next transition of that state is; take_edge() counts it.
  [[nodiscard]] Edge edge() const { return {source_, arrivals_}; }
  [[nodiscard]] Edge take_edge() { return {source_, arrivals_++}; }

  // An edge leads to a new state, which has the next id.
  void discover(Edge edge) {
    edges_.push_back(edge);
    if (keeps_ == Keeps::in_degrees) in_degrees_.push_back(0);
  }
  // An edge leads to a known state.
  void arrive(std::uint64_t id, Edge edge) {
    if (id >= next_first_) {
      Edge& least = edges_[id - next_first_];
      if (edge < least) least = edge;
    }
    if (keeps_ == Keeps::in_degrees) count_arrival(id);
  }
  // The same is about to happen.
  void prefetch(std::uint64_t id) const {
    const std::uint64_t place = id - next_first_;
    if (place < edges_.size()) __builtin_prefetch(&edges_[place], 1);
  }
  // Whether an edge would discover this state instead of the edge that does so now.
  [[nodiscard]] bool improves(std::uint64_t id, Edge edge) const {
    return id >= next_first_ && edge < edges_[id - next_first_];
  }
  // The next level is expanded from now on. Its states have these numbers on it, behind so many of earlier levels.
  void advance(std::vector<std::uint64_t> numbers, std::uint64_t earlier);

  // Of all states, by id. REQUIRES: they are kept.
  [[nodiscard]] const std::vector<std::uint64_t>& all_numbers() const { return all_numbers_; }
  [[nodiscard]] Keeps keeps() const { return keeps_; }
  void set_in_degree(std::uint64_t id, std::uint64_t count) { in_degrees_.set(id, count); }
  // Sends to rank 0 the in-degrees of the states of all levels that were settled, of which there are so many.
  void gather_in_degrees(Transport& transport, const Ownership& ownership, std::uint64_t states,
                         const std::function<void(std::uint64_t number, std::uint64_t count)>& take) const;

  // From now on arrivals of the level can be taken back, as far as they count for states of earlier levels.
  void log_arrivals() { logs_ = true; }
  void forget_arrivals();

  // Of a state that moves to another rank: its number, on the level or of all states, and its in-degree.
  [[nodiscard]] std::uint64_t moving_number(std::uint64_t id) const;
  [[nodiscard]] std::uint64_t in_degree(std::uint64_t id) const {
    return keeps_ == Keeps::in_degrees ? in_degrees_[id] : 0;
  }
  // After such moves: the same level, for which states are added, first those of earlier levels.
  [[nodiscard]] Frontier emptied() const;
  void add_moved(bool expanded, std::uint64_t number, std::uint64_t earlier, std::uint64_t in_degree);

  [[nodiscard]] std::uint64_t bytes() const;

 private:
  void count_arrival(std::uint64_t id) {
    if (logs_ && id < next_first_) logged_.push_back(id);
    in_degrees_.add(id);
  }

  Keeps keeps_;
  bool begun_ = false;
  bool logs_ = false;
  std::uint64_t first_ = 0;
  std::uint64_t next_first_ = 0;
  std::uint64_t source_ = 0;    // the number of the state that is being expanded
  std::uint64_t arrivals_ = 0;  // of its transitions
  std::vector<std::uint64_t> numbers_;
  std::vector<Edge> edges_;
  std::vector<std::uint64_t> level_begins_;
  std::vector<std::uint64_t> all_numbers_;
  InDegrees in_degrees_;
  std::vector<std::uint64_t> logged_;  // ids of earlier levels at which the level has arrived
};

}  // namespace waymark::cluster
