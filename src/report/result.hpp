// Result: what became of a check or a certification, in the words of the reports. Text and JSON are two views of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace waymark::report {

struct Found {
  model::Violation violation;
  std::vector<std::uint32_t> choices;
  std::uint64_t steps = 0;
  // So many of the choices lead to a cycle, around which the rest goes.
  std::optional<std::uint64_t> cycle = std::nullopt;
  bool stutters = false;  // around the cycle the program itself does not move
};

// What came of a search for cycles.
struct Liveness {
  std::string kind;     // ltl, acceptance, progress
  std::string name;     // of a formula
  std::string formula;  // its text
  std::string verdict;  // holds, violation, incomplete
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  double seconds = 0;
};

// What part of the states an incomplete search has covered, as a share of 1, by an estimate that its seed repeats.
struct Coverage {
  double estimate = 0;
  double low = 0;
  double high = 0;
  std::uint64_t covered = 0;  // states met and remembered
  double sampled = 0;         // the share of the states beyond the first part that was looked at
  double arrivals = 0;        // mean number of times that these were met by each other
  // How the search was made; with this, anyone can make it again.
  std::string estimator = "sample";
  std::uint64_t first = 0;  // percent of the memory for the first part
  std::string first_search = "bfs";
  std::uint64_t together = 1;
  std::optional<std::uint64_t> most_states;
  std::uint64_t memory = 0;  // most bytes
  std::uint64_t seed = 0;
};

struct Result {
  std::string program;
  std::string verdict;                  // holds, violation, incomplete, certified, rejected, error
  std::string reason;                   // why it ended early, in one word; empty if it did not
  std::string detail;                   // one line for a person
  std::vector<std::string> properties;  // what was judged
  std::vector<Found> found;             // the first ones
  std::vector<Liveness> liveness;       // one for each search for cycles
  bool reduced = false;                 // orders of steps that make no difference were left out
  bool shortest = false;                // nothing violates a property in fewer steps than found[0]

  std::string search;  // empty when a script was certified
  std::string store;   // empty when nothing was stored
  std::uint64_t states = 0;
  std::uint64_t explored = 0;
  std::uint64_t transitions = 0;
  std::uint64_t depth = 0;
  std::uint64_t errors = 0;
  double seconds = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t store_bytes = 0;

  std::optional<double> omission;  // the probability that a state met was taken for known, where that can be
  std::optional<Coverage> coverage;
  std::string compared;                  // the file of an earlier result that this search repeated
  std::vector<model::Action> unreached;  // statements never executed; meaningful where the search was complete
  bool complete = false;                 // every reachable state was explored
  std::string trail_file;                // where the first violation's path was written
  std::string script_file;               // that was written, or certified
  std::vector<std::string> notes;        // what else the user should know, one line each
};

// The statements that the model never fired, by process type, in their order.
[[nodiscard]] std::vector<model::Action> unreached(const model::Model& model);

}  // namespace waymark::report
