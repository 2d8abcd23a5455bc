// Exchanges of a program's processes: of its states one stands for all that these make of it (docs/trust/symmetry.md).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "load/program.hpp"

namespace waymark::load {

// A run by its choices; of one that goes around a cycle, so many lead to it.
struct ChosenRun {
  std::vector<std::uint32_t> choices;
  std::optional<std::uint64_t> cycle;
  std::uint64_t steps = 0;
  bool stuck = false;  // nothing can move in the end, or where the cycle begins
};

struct Exchanges {
  std::string why;     // there are none; the rest is empty then
  std::string groups;  // of processes, for people
  double order = 1;    // so many states one stands for at most
  bool ends = false;   // processes end, and stay in states without being seen there
  ModelFactory make;
  ModelFactory plain;  // models of the program itself
  // A run of such a model as one of the program itself; nothing: it is none of that model's.
  std::function<std::optional<ChosenRun>(const ChosenRun& run, const base::Stop* stop)> undo;
};

}  // namespace waymark::load
