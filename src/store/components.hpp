// Components: the strongly connected components of a depth-first search, as Tarjan finds them, over the slots of a
// cache. A state is held until the root of its component is left.
//
// This is Tarjan's algorithm turned inside out: the search walks, states are known by slots that are used again, and a
// component is given out, and forgotten, as soon as it is complete. containers/strongly_connected.hpp, which walks by
// itself over a graph that stays, cannot serve here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "containers/block.hpp"

namespace waymark::store {

class Components {
 public:
  // Makes room for the slots 0 .. capacity-1; once. False if there is none.
  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity) {
    auto items = containers::Block::make(budget, std::uint64_t{capacity} * sizeof(Item));
    if (items) items_ = std::move(*items);
    return items.has_value();
  }
  [[nodiscard]] std::uint64_t bytes() const { return items_.bytes(); }

  void enter(std::uint32_t slot) {
    item(slot).order = item(slot).lowest = ++orders_;
    item(held_++).held = slot;
  }
  // A step led from one held state to another.
  void meet(std::uint32_t from, std::uint32_t to) { lower(from, item(to).order); }
  // All steps of the state have been taken. True: it is the root of a component, which take() gives out. The initial
  // state, which has no parent, always is.
  [[nodiscard]] bool leave(std::uint32_t slot, std::uint32_t parent) {
    if (item(slot).lowest == item(slot).order) return true;
    lower(parent, item(slot).lowest);
    return false;
  }
  // The states of the component, the root last.
  [[nodiscard]] std::uint32_t take() { return item(--held_).held; }

 private:
  struct Item {
    std::uint64_t order;   // of entering
    std::uint64_t lowest;  // order of a held state that can be reached from here
    std::uint32_t held;    // a stack of the states held; has nothing to do with the slot of this item
  };
  [[nodiscard]] Item& item(std::uint32_t slot) const { return items_.as<Item>()[slot]; }
  void lower(std::uint32_t slot, std::uint64_t order) { item(slot).lowest = std::min(item(slot).lowest, order); }

  containers::Block items_;
  std::uint64_t orders_ = 0;
  std::uint32_t held_ = 0;
};

}  // namespace waymark::store
