// Store: the set of visited states. It knows words and nothing of programs. Numbers are dense, in order of discovery
// from 0, and stable; where states may be forgotten (may_revisit) a number is used again for another one.
#pragma once

#include <cstdint>
#include <span>

#include "containers/words.hpp"

namespace waymark::store {

enum class Seen : std::uint8_t { fresh, known, elsewhere, no_room };

struct Found {
  Seen seen = Seen::fresh;
  std::uint64_t number = 0;
};

// What the answers of a store are worth. It goes straight into the verdict.
enum class Promise : std::uint8_t { exact, may_omit, may_revisit };

class Store {
 public:
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  [[nodiscard]] virtual Found insert(const containers::Packed& state) = 0;
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
  [[nodiscard]] virtual double missed() const { return 0; }

 protected:
  explicit Store(bool hears_steps = false) : hears_steps_(hears_steps) {}

 private:
  const bool hears_steps_;  // no virtual function, since it is asked on every arrival
};

}  // namespace waymark::store
