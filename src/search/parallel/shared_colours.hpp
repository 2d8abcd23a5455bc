// SharedColours: the colours by which several workers look for accepting cycles together, as bits of the states that
// they share. Blue and red are everybody's, and stay; cyan and pink are one worker's each. A worker that
// sees a bit sees all that the worker had seen which set it: the proof that no cycle is missed is about that order.
#pragma once

#include <cstdint>

#include "store/shared_states.hpp"

namespace waymark::search {

class SharedColours {
 public:
  static constexpr unsigned most_workers = 31;

  // REQUIRES: worker < most_workers.
  SharedColours(store::SharedStates& states, unsigned worker)
      : states_(states), cyan_(std::uint64_t{1} << 2 * worker), pink_(std::uint64_t{2} << 2 * worker) {}

  // Of a state, as it was when it was asked for.
  class Seen {
   public:
    Seen(const SharedColours& by, std::uint64_t bits) : by_(by), bits_(bits) {}
    [[nodiscard]] bool cyan() const { return (bits_ & by_.cyan_) != 0; }  // on this worker's path
    [[nodiscard]] bool pink() const { return (bits_ & by_.pink_) != 0; }  // met by its present second search
    [[nodiscard]] bool blue() const { return (bits_ & blue_bit) != 0; }   // left by some worker's first search
    [[nodiscard]] bool red() const { return (bits_ & red_bit) != 0; }     // of no use to anybody's second search

   private:
    const SharedColours& by_;
    std::uint64_t bits_;
  };
  [[nodiscard]] Seen of(store::Place place) const { return {*this, states_.bits(place)}; }

  void make_cyan(store::Place place) { states_.set_bits(place, cyan_); }
  void make_pink(store::Place place) { states_.set_bits(place, pink_); }
  void make_red(store::Place place) { states_.set_bits(place, red_bit); }
  // Whether nobody had.
  [[nodiscard]] bool make_blue(store::Place place) { return (states_.set_bits(place, blue_bit) & blue_bit) == 0; }
  // It is not on this worker's path any more.
  void leave(store::Place place) { states_.clear_bits(place, cyan_); }

 private:
  static constexpr std::uint64_t blue_bit = std::uint64_t{1} << 62;
  static constexpr std::uint64_t red_bit = std::uint64_t{1} << 63;

  store::SharedStates& states_;
  std::uint64_t cyan_;
  std::uint64_t pink_;
};

}  // namespace waymark::search
