// InDegrees: how many transitions lead to each state that a rank keeps. Mostly these are few: a byte a state, and a
// table of those that have more.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace waymark::cluster {

class InDegrees {
 public:
  [[nodiscard]] std::uint64_t size() const { return small_.size(); }
  // Those that are new have none.
  void resize(std::uint64_t states) { small_.resize(states); }
  void clear() {
    std::fill(small_.begin(), small_.end(), std::uint8_t{0});
    large_.clear();
  }
  void push_back(std::uint64_t count) {
    small_.push_back(0);
    set(small_.size() - 1, count);
  }

  [[nodiscard]] std::uint64_t operator[](std::uint64_t state) const {
    return small_[state] == many ? large_.at(state) : small_[state];
  }
  void set(std::uint64_t state, std::uint64_t count) {
    small_[state] = static_cast<std::uint8_t>(std::min<std::uint64_t>(count, many));
    if (count >= many) large_[state] = count;
  }
  void add(std::uint64_t state) {
    std::uint8_t& small = small_[state];
    if (small < many - 1) {
      ++small;
      return;
    }
    std::uint64_t& large = large_[state];
    large = small == many ? large + 1 : many;
    small = many;
  }
  // REQUIRES: there are some.
  void subtract(std::uint64_t state) {
    if (small_[state] != many) {
      --small_[state];
    } else if (--large_[state] < many) {
      small_[state] = many - 1;
      large_.erase(state);
    }
  }

  [[nodiscard]] std::uint64_t bytes() const { return small_.capacity() + large_.size() * bytes_of_large; }

 private:
  static constexpr std::uint8_t many = 255;  // this or more: how many is in large_
  static constexpr std::uint64_t bytes_of_large = 64;

  std::vector<std::uint8_t> small_;
  std::unordered_map<std::uint64_t, std::uint64_t> large_;
};

}  // namespace waymark::cluster
