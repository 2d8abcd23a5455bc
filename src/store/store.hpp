// Store: the set of visited states. It knows words and nothing of programs. Numbers are dense, in order of discovery
// from 0, and stable; where states may be forgotten (may_revisit) a number is used again for another one.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "containers/words.hpp"

namespace waymark::store {

// `forwarded`: another owner has been given the state (search::RemoteOwner); `unsampled`: its hash is above the
// threshold of a sample; `counted`: it is new but only counted. A state has a number here if it is fresh or known.
enum class Seen : std::uint8_t { fresh, known, forwarded, unsampled, no_room };

struct Found {
  Seen seen = Seen::fresh;
  std::uint64_t number = 0;
};

// What a store knows of a state that will be inserted soon.
struct Probe {
  std::uint64_t hash = 0;
  std::uint64_t guess = ~std::uint64_t{0};  // where it probably is, if anywhere
};

// What the answers of a store are worth. It goes straight into the verdict.
//
// A promise may become weaker during a run, never stronger, so the one that counts is that at the end. It is exact
// until
//   ThresholdSample  lowers its threshold: then states above it are omitted;
//   Auto             leaves its exact stages (exact, tree) for hash_compact or bitstate: then it may omit.
// All other stores keep one promise from beginning to end.
enum class Promise : std::uint8_t { exact, may_omit, may_revisit };

class Store {
 public:
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  [[nodiscard]] virtual Found insert(const containers::Packed& state) = 0;
  // For stores that gain by knowing beforehand (wants_prefetch): some states are going to be inserted, none of which
  // need be there. Each is announced; when all are, each is approached; then they are inserted in their order, with
  // what is known of them by then. What that needs is fetched from memory meanwhile.
  [[nodiscard]] bool wants_prefetch() const { return wants_prefetch_; }
  // By mix_words() of its words, which a caller may have needed already.
  [[nodiscard]] virtual Probe prefetch_bucket(std::uint64_t hash) { return {}; }
  virtual void prefetch_entry(Probe& probe) {}
  [[nodiscard]] virtual Found insert(const containers::Packed& state, const Probe& probe) { return insert(state); }
  // For stores that forget states once nobody needs them: a transition led from one state to another, which was
  // inserted just now (called if the store hears steps); and all transitions of a state have been taken.
  [[nodiscard]] bool hears_steps() const { return hears_steps_; }
  virtual void stepped(std::uint64_t from, const Found& found) {}
  virtual void left(std::uint64_t number) {}
  // The words of a state inserted earlier; a view that lasts until the next call. Stores that may omit keep them, if at
  // all, until the state is left.
  [[nodiscard]] virtual std::span<const containers::Word> words(std::uint64_t number) = 0;
  [[nodiscard]] virtual std::uint64_t size() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  [[nodiscard]] virtual Promise promise() const = 0;
  // How many new states have been taken for known, as is to be expected.
  [[nodiscard]] virtual double expected_omissions() const { return 0; }
  // It would have room, but states are explored again so often that it takes no more.
  [[nodiscard]] virtual bool gave_up() const { return false; }
  // What the user should know of its changes, as a sentence; empty: there were none.
  [[nodiscard]] virtual std::string remark() const { return {}; }

 protected:
  explicit Store(bool hears_steps = false, bool wants_prefetch = false)
      : hears_steps_(hears_steps), wants_prefetch_(wants_prefetch) {}

 private:
  const bool hears_steps_;  // no virtual function, since it is asked on every arrival
  const bool wants_prefetch_;
};

}  // namespace waymark::store
