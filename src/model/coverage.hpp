// How much of a state space a search has covered, by a sample of what lies beyond the states that it has kept. Which
// states are in the sample is a function of program, options and state alone, so that the writer of a script shows
// one sample, and not the one of many that flatters; its certifier takes the same.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "base/bytes.hpp"
#include "model/model.hpp"

namespace waymark::model {

// Gives every state a number that looks random. States with numbers up to a bound are in the sample; the bound falls by
// a tenth at a time.
class Draw {
 public:
  using Seed = std::array<std::uint8_t, 32>;

  explicit Draw(const Seed& seed) : seed_(seed) {}

  // Of the state in which the model stands, which need not be packed: this calls the model.
  [[nodiscard]] std::uint64_t number(Serializable& model);
  [[nodiscard]] static std::uint64_t bound(std::uint64_t falls);
  // The share of all states that have a number up to this one.
  [[nodiscard]] static double share(std::uint64_t bound) { return static_cast<double>(bound) / 18446744073709551616.0; }

 private:
  Seed seed_;
  base::ByteSink bytes_;
};

// Of the states of a sample.
struct Census {
  std::uint64_t states = 0;
  std::uint64_t arrivals = 0;  // steps that lead to them from others of the sample
  std::uint64_t once = 0;      // states met by one such step
  std::uint64_t twice = 0;
  friend bool operator==(const Census&, const Census&) = default;

  void count(std::uint64_t met) {
    ++states;
    arrivals += met;
    once += met == 1 ? 1 : 0;
    twice += met == 2 ? 1 : 0;
  }
};

// How many states there are, by one estimator, with its own interval of 95%.
struct StateCount {
  double states = 0;
  double low = 0;
  double high = 0;
};

// As a share of 1.
struct Covered {
  double coverage = 1;
  double low = 1;                       // in 95 cases of 100 it is not less than this; 0: nothing is known
  double high = 1;                      // nor more than this
  double arrivals = 0;                  // how often a state of the sample was met by others, on average
  std::optional<StateCount> recapture;  // all states, by the sample
};
// Of so many states kept and such a sample, in which this share of the others would be. `most`: another estimate of the
// number of all states, which errs upwards.
//
// Nothing here is fitted. What the sample met exists, so its size over its share, less what chance may add, bounds the
// number of states from below, and the coverage from above. `most` bounds the coverage from below. In between, the
// sample itself counts as captures and recaptures: of the states that were met once and twice follows how many were not
// met (Chao). That is too few where states differ in how easily they are met. So it counts for as much as the
// probability that one more step would have met a known state (Good and Turing), and the lower end for the rest.
[[nodiscard]] Covered estimate_covered(std::uint64_t kept, const Census& census, double share,
                                       double most = std::numeric_limits<double>::infinity());

}  // namespace waymark::model
