// Rungs: which state a full cache gives up. Those go first whose depth is not a multiple of a distance, the rungs, in
// the order in which they were offered. Depth-first, what is explored again for the sake of a state that is gone ends
// at the next rung, instead of multiplying from level to level. The distance doubles when rungs leave too little room
// for others: these are what is met again soon. All takes constant time, but for widening, which is seldom.
#pragma once

#include <cstdint>

#include "base/budget.hpp"
#include "containers/block.hpp"

namespace waymark::store {

// It knows the slots of the cache, of which only those are offered whose states are done with.
class Rungs {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::uint64_t slot_bytes = 8;

  // Makes room for the slots 0 .. capacity-1; once. False if there is none.
  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity);
  [[nodiscard]] std::uint64_t bytes() const { return items_.bytes(); }
  // From now on the slot may be chosen, once; the depth is that of its state, along the way by which the search came.
  void offer(std::uint32_t slot, std::uint32_t depth);
  // The one whose state is to go next; none if none is offered.
  [[nodiscard]] std::uint32_t choose();
  // Most likely what choose() will say next, so that the slot can be on its way from memory; none if that is not known.
  [[nodiscard]] std::uint32_t upcoming() const { return others_.first; }

 private:
  struct Item {
    std::uint32_t after;
    std::uint32_t depth;
  };
  static_assert(sizeof(Item) == slot_bytes);
  struct Queue {
    std::uint32_t first = none;
    std::uint32_t last = none;
    std::uint32_t size = 0;
  };
  [[nodiscard]] Item& item(std::uint32_t slot) const { return items_.as<Item>()[slot]; }
  void append(Queue& queue, std::uint32_t slot);
  // The first; none if there is none.
  [[nodiscard]] std::uint32_t pop(Queue& queue);
  void widen();

  containers::Block items_;
  std::uint32_t distance_ = 2;
  std::uint32_t fewest_ = 0;  // others that there is to be room for
  Queue rungs_;
  Queue others_;
};

}  // namespace waymark::store
