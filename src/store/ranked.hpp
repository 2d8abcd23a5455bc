// Ranked: replacement by a small number computed from a state's merits, lowest first and, among equals, the one offered
// first. Slots stand in lists, one per rank, and a tree of bits over the lists knows the lowest that is not empty, so
// everything takes constant time (a move that was put off is paid for by the meeting that asked for it).
#pragma once

#include <array>
#include <cstdint>

#include "containers/block.hpp"
#include "store/replacement.hpp"

namespace waymark::store {

class Ranked : public Replacement {
 public:
  static constexpr std::uint32_t ranks = 1024;

  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity) override;
  [[nodiscard]] std::uint64_t bytes() const override { return links_.bytes(); }
  void offered(std::uint32_t slot, const Merits& merits) override { append(slot, rank(merits)); }
  [[nodiscard]] std::uint32_t choose() override { return choose_from(0); }
  [[nodiscard]] std::uint32_t upcoming() const override { return upcoming_; }

 protected:
  // Less than `ranks`.
  [[nodiscard]] virtual std::uint32_t rank(const Merits& merits) const = 0;
  // The next to go among those of this rank or a higher one.
  [[nodiscard]] std::uint32_t choose_from(std::uint32_t lowest);
  // Of a slot chosen just now.
  [[nodiscard]] std::uint32_t last_rank(std::uint32_t slot) const { return links_.as<Link>()[slot].rank; }
  // For policies whose ranks change while a state is offered: at once; or, if they only grow, when its turn comes.
  void rank_again(std::uint32_t slot, const Merits& merits);
  void rank_later(std::uint32_t slot, const Merits& merits) { links_.as<Link>()[slot].rank = rank(merits); }

  // Grows with the value: exact for small ones, then in eighths of each power of two; for values of the whole range of
  // a float from 1 on, infinity included.
  [[nodiscard]] static std::uint32_t logarithmic(float value);

 private:
  struct Link {
    std::uint32_t before;
    std::uint32_t after;
    std::uint32_t rank;  // that of its list, or a higher one to which it is to be moved
  };
  struct List {
    std::uint32_t first = none;
    std::uint32_t last = none;
  };
  void append(std::uint32_t slot, std::uint32_t rank);
  void take_out(std::uint32_t slot, std::uint32_t rank);
  // The lowest list that is not empty, from this one on; none if all are.
  [[nodiscard]] std::uint32_t lowest_filled(std::uint32_t lowest) const;

  containers::Block links_;
  std::array<List, ranks> lists_;
  std::array<std::uint64_t, ranks / 64> filled_{};  // a bit for each list that is not empty
  std::uint32_t upcoming_ = none;                   // behind the last one chosen
  std::uint32_t words_filled_ = 0;                  // a bit for each word of filled_ that is not zero
};

}  // namespace waymark::store
