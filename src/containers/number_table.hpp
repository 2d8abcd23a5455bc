// NumberTable: finds numbers by the hash of what they stand for. Its user keeps the keys, wherever and in
// whatever shape, and says whether the one of a number is the one sought; so the table serves keys of any kind and
// costs eight bytes a place.
//
// Numbers are added and never taken out one by one, so a search may stop at the first free place (linear probing). At
// most half of the places are taken. The table of the states on a path (search/cycles/on_path.hpp) is another: there
// the last one in goes out again, and memory comes from a budget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace waymark::containers {

// A hash of words, one after the other: begin with 0 or their number, use the lower half in the end.
[[nodiscard]] constexpr std::uint64_t stir(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ hash >> 32;
}

class NumberTable {
 public:
  static constexpr std::uint32_t none = 0;  // no number of the table's

  // The number with that hash for which `matches(number)` holds, or none.
  template <typename Matches>
  [[nodiscard]] std::uint32_t find(std::uint32_t hash, const Matches& matches) const {
    if (places_.empty()) return none;
    const std::size_t mask = places_.size() - 1;
    for (std::size_t at = hash & mask; places_[at].number != none; at = (at + 1) & mask) {
      if (places_[at].hash == hash && matches(places_[at].number)) return places_[at].number;
    }
    return none;
  }
  // REQUIRES: number != none, and none with the same key is there.
  void insert(std::uint32_t hash, std::uint32_t number) {
    if ((used_ + 1) * 2 > places_.size()) grow();
    put({hash, number});
    ++used_;
  }
  // Calls visit(number) with all of them until it answers true; says whether it did. In no particular order.
  template <typename Visit>
  bool any(const Visit& visit) const {
    return std::any_of(places_.begin(), places_.end(),
                       [&](const Entry& entry) { return entry.number != none && visit(entry.number); });
  }
  // Forgets all numbers, and keeps the room for them.
  void clear() {
    std::fill(places_.begin(), places_.end(), Entry{});
    used_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return used_; }
  [[nodiscard]] std::uint64_t bytes() const { return places_.size() * sizeof(Entry); }

 private:
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t number = none;
  };

  void put(Entry entry) {
    const std::size_t mask = places_.size() - 1;
    std::size_t at = entry.hash & mask;
    while (places_[at].number != none) at = (at + 1) & mask;
    places_[at] = entry;
  }
  void grow() {
    std::vector<Entry> old(std::max<std::size_t>(places_.size() * 2, 8));
    old.swap(places_);
    for (const Entry& entry : old) {
      if (entry.number != none) put(entry);
    }
  }

  std::vector<Entry> places_;  // a power of two of them
  std::size_t used_ = 0;
};

}  // namespace waymark::containers
