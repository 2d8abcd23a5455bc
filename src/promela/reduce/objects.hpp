// Objects: what processes share, numbered: elements of global variables, the two ends of each channel, the table of
// processes, control states and variables that others look at, where a trace automaton is. Partial order reduction asks
// of every statement which of them it reads and writes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "promela/program/program.hpp"

namespace waymark::promela {

// A set of small numbers. All sets over one program, or over one choice of processes, have the same number of words.
using Bits = std::vector<std::uint64_t>;
using BitsView = std::span<const std::uint64_t>;

inline void put(std::span<std::uint64_t> set, std::size_t number) {
  set[number / 64] |= std::uint64_t{1} << number % 64;
}
[[nodiscard]] inline bool has(BitsView set, std::size_t number) { return (set[number / 64] >> number % 64 & 1) != 0; }
inline void unite(std::span<std::uint64_t> into, BitsView from) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] |= from[i];
}
[[nodiscard]] bool intersect(BitsView a, BitsView b);
[[nodiscard]] bool is_empty(BitsView set);
template <typename Visit>
void each(BitsView set, Visit visit) {
  for (std::size_t i = 0; i < set.size(); ++i) {
    for (std::uint64_t left = set[i]; left != 0; left &= left - 1) {
      visit(i * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

// Sets of the same numbers, side by side in memory.
class BitTable {
 public:
  BitTable() = default;
  BitTable(std::size_t rows, std::size_t words) : words_(words), rows_(rows), bits_(rows * words, 0) {}
  [[nodiscard]] std::span<std::uint64_t> operator[](std::size_t row) { return {bits_.data() + row * words_, words_}; }
  [[nodiscard]] BitsView operator[](std::size_t row) const { return {bits_.data() + row * words_, words_}; }
  [[nodiscard]] std::size_t size() const { return rows_; }
  [[nodiscard]] std::uint64_t bytes() const { return bits_.size() * sizeof(std::uint64_t); }

 private:
  std::size_t words_ = 0;
  std::size_t rows_ = 0;
  Bits bits_;
};

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
  // Visits one of them, or all if the channel is 0.
  template <typename Visit>
  void each_send_end(std::uint32_t channel, Visit visit) const {
    each_end(channel, 0, visit);
  }
  template <typename Visit>
  void each_receive_end(std::uint32_t channel, Visit visit) const {
    each_end(channel, 1, visit);
  }
  void add_type(Bits& set, std::uint32_t type) const { put(set, types_ + type); }
  void add_label(Bits& set, std::uint32_t type, std::uint32_t state) const;
  void add_all(Bits& set) const {
    for (std::size_t i = 0; i < count_; ++i) put(set, i);
  }

  static constexpr std::size_t starts = 0;  // written by who starts a process
  static constexpr std::size_t ends = 1;    // written by who ends
  static constexpr std::size_t event = 2;   // where the trace automaton is, if there is one

  // Types whose variables others may read.
  [[nodiscard]] bool is_read_from_outside(std::uint32_t type) const { return read_types_[type]; }

 private:
  template <typename Visit>
  void each_end(std::uint32_t channel, std::size_t end, Visit visit) const {
    if (channel != 0) {
      visit(end_of(channel, end));
      return;
    }
    for (std::size_t i = 0; i <= channel_count_; ++i) visit(channels_ + 2 * i + end);
  }
  void add_end(Bits& set, std::uint32_t channel, std::size_t end) const {
    each_end(channel, end, [&](std::size_t object) { put(set, object); });
  }
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
