// The raw form: what a depth-first search with a bounded cache did, re-explorations included. Such a search cannot
// number states, so it writes fingerprints. Afterwards states are numbered and what was explored twice is left out,
// which gives an ids script like that of a search that forgets nothing (thesis, 4.3).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "script/reader.hpp"
#include "script/writer.hpp"

namespace waymark::script {

using Print = std::array<std::uint64_t, 2>;  // a fingerprint: low half, high half

// Writes the steps of a search as they are made; each goes to the next successor of the state on top of the path.
class RawWriter {
 public:
  RawWriter(Writer& writer, const Print& initial) : writer_(writer) { print(initial); }

  // `entered`: the state is explored now, be it for the first time or not.
  void arrive(const Print& state, bool entered);
  void back();
  // After the last back; fills in the header's numbers, which count each exploration.
  void finish(Header& header) const;

  [[nodiscard]] bool closed() const { return open_ == 0; }

 private:
  void print(const Print& state);

  Writer& writer_;
  std::uint64_t open_ = 1;
  std::uint64_t states_ = 1;
  std::uint64_t transitions_ = 0;
  std::uint64_t depth_ = 0;
};

struct Removed {
  std::uint64_t explorations = 0;  // of states that had been explored
  std::uint64_t transitions = 0;   // with all below them
};

// Makes an ids script of a raw one; what it says about itself is taken over. False: the fault says why.
[[nodiscard]] bool number_states(const std::shared_ptr<const File>& raw, const std::string& path, std::uint64_t memory,
                                 Removed& removed, Fault& fault);

}  // namespace waymark::script
