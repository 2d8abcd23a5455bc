// How many different states a walk has entered. Entries of a script may repeat, and products do not mind; so a
// certifier that is to say how many states there are keeps those whose hash under a secret key falls below a bound, in
// flat memory: as many of the different states as of all entries, if none repeats. Or it keeps all, and counts exactly.
// docs/trust/soundness.md has the bounds.
#pragma once

#include <cstdint>
#include <vector>

#include "certify/result.hpp"
#include "certify/secret.hpp"
#include "model/fingerprint.hpp"

namespace waymark::certify {

// A set of states by their fingerprints.
class StateSet {
 public:
  void add(const model::Fingerprint& state);
  void add(const StateSet& other);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t bytes() const { return slots_.capacity() * sizeof(model::Fingerprint); }
  // What one more state may take for a moment.
  [[nodiscard]] std::uint64_t growth() const { return is_full() ? 2 * bytes() : 0; }
  // In an order that depends on the set alone.
  [[nodiscard]] std::vector<model::Fingerprint> sorted() const;
  friend bool operator==(const StateSet& one, const StateSet& other) { return one.sorted() == other.sorted(); }

 private:
  static constexpr model::Fingerprint nothing = {};  // marks a free slot; the state that has it is in has_nothing_

  [[nodiscard]] bool is_full() const { return 4 * (size_ + 1) > 3 * slots_.size(); }
  // False if it was there.
  bool place(const model::Fingerprint& state);
  void grow();

  std::vector<model::Fingerprint> slots_;  // a power of two of them, at most three quarters in use
  std::uint64_t size_ = 0;
  bool has_nothing_ = false;
};

// Which states are kept, of a walk that is said to enter so many. All workers of a run keep the same.
class Sampling {
 public:
  // How many are kept, about, where not all are. With so many, what is proved is 1.3 % below what was said.
  static constexpr std::uint64_t sample = 1u << 18;

  Sampling(const Secret& secret, std::uint64_t said, Count count);

  [[nodiscard]] std::uint64_t said() const { return said_; }
  [[nodiscard]] bool all() const { return all_; }
  [[nodiscard]] bool takes(const model::Fingerprint& state) const { return all_ || hash(state) < bound_; }

  // Whether so many kept states are fewer than `entries` entries give that do not repeat. If none does, it says so with
  // a chance below one in a billion.
  [[nodiscard]] bool too_few(std::uint64_t kept, std::uint64_t entries) const;
  // So many different states there are at least if so many were kept; wrong with a chance below one in a billion.
  [[nodiscard]] std::uint64_t at_least(std::uint64_t kept) const;
  // And about so many.
  [[nodiscard]] std::uint64_t about(std::uint64_t kept) const;

 private:
  [[nodiscard]] std::uint64_t hash(const model::Fingerprint& state) const;
  [[nodiscard]] double share() const;

  model::Key key_;
  std::uint64_t said_;
  bool all_;
  std::uint64_t bound_;
};

}  // namespace waymark::certify
