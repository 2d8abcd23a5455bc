// Outcome: what a search found out, and what that is worth. The verdict never claims more than was explored.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/names.hpp"
#include "base/stop.hpp"
#include "model/coverage.hpp"
#include "model/transition.hpp"
#include "search/observer.hpp"

namespace waymark::search {

enum class Verdict : std::uint8_t { holds, violation, incomplete, error };

// Why the search ended where it did.
enum class Why : std::uint8_t {
  finished,  // every reachable state was explored
  errors,    // as many violations as were asked for
  time,
  memory,
  depth,  // states at the depth limit were not expanded
  interrupted,
  endless,      // an indivisible sequence went through too many choices without arriving anywhere
  sampled,      // a random walk looks at some paths only
  revisits,     // a cache is so small that states are explored again and again
  omissions,    // the store may have taken a new state for a known one
  preemptions,  // runs with more of them than were asked for were left out
  unsupported,  // the program uses what the front end cannot do
};

[[nodiscard]] Why why_of(base::Stop::Why stop);
// What a search may claim that ended so, with so many violations.
[[nodiscard]] Verdict verdict_of(Why why, std::uint64_t errors);

// A violation and the choices, from the initial state, that lead to it; choices inside indivisible sequences included.
struct Finding {
  model::Violation violation;
  std::vector<std::uint32_t> choices;
  std::uint64_t length = 0;  // in transitions; no more than choices
  std::uint64_t from = 0;    // the store's number of the state in which its last transition, if any, began
  // If the path ends in the state to which so many of the choices lead, the rest is a cycle.
  std::optional<std::uint64_t> cycle = std::nullopt;

  // Puts choices in front of those that it has.
  void begin_with(std::vector<std::uint32_t> way) {
    way.insert(way.end(), choices.begin(), choices.end());
    choices = std::move(way);
  }
};

// How much of the state space a search has covered, as a share of 1. That of a swarm is no more than a rule of thumb.
struct Estimate : model::Covered {
  std::uint64_t covered = 0;  // states that were met and are remembered
  double sampled = 1;         // beyond the first part, the share of states that were looked at
  std::optional<model::StateCount> tree = std::nullopt;  // all states, by enumerating a tree, if that came to an end
};

struct Outcome {
  Verdict verdict = Verdict::holds;
  Why why = Why::finished;
  std::vector<Finding> findings;  // the first ones; tallies.errors counts all
  model::Violation unsupported;   // meaningful if why is unsupported
  bool shortest = false;          // no violation has a shorter path than the first finding
  Tallies tallies;
  double missed = 0;                 // states that the store took for known, as is to be expected
  std::optional<Estimate> estimate;  // by searches that make one, and of those that ended with omissions

  // Of the states met, how many are expected to have been taken for known.
  [[nodiscard]] double share_missed() const { return missed / (static_cast<double>(tallies.states) + missed); }
};

}  // namespace waymark::search

template <>
struct waymark::base::Names<waymark::search::Why> {
  using enum search::Why;
  static constexpr std::array table{Named{finished, "finished"},
                                    Named{errors, "errors"},
                                    Named{time, "time"},
                                    Named{memory, "memory"},
                                    Named{depth, "depth"},
                                    Named{interrupted, "interrupted"},
                                    Named{endless, "endless"},
                                    Named{sampled, "sampled"},
                                    Named{revisits, "revisits"},
                                    Named{omissions, "omissions"},
                                    Named{preemptions, "preemptions"},
                                    Named{unsupported, "unsupported"}};
};
