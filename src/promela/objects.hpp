// Objects: what processes share, numbered: elements of global variables, the two ends of each channel, the table of
// processes, control states and variables that others look at. Partial order reduction asks of every statement which of
// them it reads and writes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "promela/program.hpp"

namespace waymark::promela {

// A set of small numbers. All sets over one program, or over one choice of processes, have the same number of words.
using Bits = std::vector<std::uint64_t>;

inline void put(Bits& set, std::size_t number) { set[number / 64] |= std::uint64_t{1} << number % 64; }
[[nodiscard]] inline bool has(const Bits& set, std::size_t number) {
  return (set[number / 64] >> number % 64 & 1) != 0;
}
inline void unite(Bits& into, const Bits& from) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] |= from[i];
}
[[nodiscard]] bool meet(const Bits& a, const Bits& b);
[[nodiscard]] bool is_empty(const Bits& set);
template <typename Visit>
void each(const Bits& set, Visit visit) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::uint64_t left = set[i]; left != 0; left &= left - 1) {
      visit(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

class Objects {
 public:
  explicit Objects(const Program& program);

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Bits none() const { return Bits((count_ + 63) / 64, 0); }
  // What lies in the bytes [begin, end) of the globals.
  void add_globals(Bits& set, std::uint32_t begin, std::uint32_t end) const;
  // The ends of a channel: 0 stands for any.
  void add_send_end(Bits& set, std::uint32_t channel) const { add_end(set, channel, 0); }
  void add_receive_end(Bits& set, std::uint32_t channel) const { add_end(set, channel, 1); }
  // The same for one channel, as a number.
  [[nodiscard]] std::size_t send_end(std::uint32_t channel) const { return end_of(channel, 0); }
  [[nodiscard]] std::size_t receive_end(std::uint32_t channel) const { return end_of(channel, 1); }
  void add_type(Bits& set, std::uint32_t type) const { put(set, types_ + type); }
  void add_label(Bits& set, std::uint32_t type, std::uint32_t state) const;
  void add_all(Bits& set) const {
    for (std::size_t i = 0; i < count_; ++i) put(set, i);
  }

  static constexpr std::size_t starts = 0;  // written by who starts a process
  static constexpr std::size_t ends = 1;    // written by who ends

  // Types whose variables others may read.
  [[nodiscard]] bool is_read_from_outside(std::uint32_t type) const { return read_types_[type]; }

 private:
  void add_end(Bits& set, std::uint32_t channel, std::size_t end) const;
  [[nodiscard]] std::size_t end_of(std::uint32_t channel, std::size_t end) const {
    return channels_ + 2 * std::min<std::size_t>(channel - 1, channel_count_) + end;
  }

  std::vector<std::uint32_t> element_of_;  // of each byte of the globals: its object, or no_object
  std::size_t channels_ = 0;               // first object of channel 1; two for each, then two for all others
  std::size_t channel_count_ = 0;
  std::size_t types_ = 0;
  std::size_t labels_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> asked_;  // (type, control state)
  std::vector<bool> read_types_;
  std::size_t count_ = 0;
};

}  // namespace waymark::promela
