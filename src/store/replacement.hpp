// Replacement: which state a full cache gives up. A policy sees the slots of the cache and what speaks for their
// states; it is asked for the next one to go in constant time. Only states that are done with are ever offered to it.
#pragma once

#include <cstdint>

#include "base/budget.hpp"

namespace waymark::store {

// What a policy may judge a state by.
struct Merits {
  std::uint32_t depth = 0;  // along the way by which the search came
  std::uint32_t hits = 0;   // how often it was met again, up to 255
  float cost = 1;           // how many states would be explored again for its sake, at worst
};

class Replacement {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  Replacement() = default;
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  virtual ~Replacement() = default;

  // Makes room for the slots 0 .. capacity-1; once. False if there is none.
  [[nodiscard]] virtual bool prepare(base::Budget& budget, std::uint32_t capacity) = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
  // A state has come into the slot; it is not to be replaced yet.
  virtual void entered(std::uint32_t slot) {}
  // From now on it may be.
  virtual void offered(std::uint32_t slot, const Merits& merits) = 0;
  // One that has been offered was met again.
  virtual void met(std::uint32_t slot, const Merits& merits) {}
  // The offered slot to be replaced next, which is then offered no more; none if there is none.
  [[nodiscard]] virtual std::uint32_t choose() = 0;
  // Most likely what choose() will say next, so that the slot can be on its way from memory; none if that is not known.
  [[nodiscard]] virtual std::uint32_t upcoming() const { return none; }
};

}  // namespace waymark::store
