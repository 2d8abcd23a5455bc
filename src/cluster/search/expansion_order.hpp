// ExpansionOrder: in which order a rank expands its states of a level. States come to be known in pieces, some by its
// own transitions and some by each batch of another rank, and these pieces are mixed here by their numbers, which is
// the order of one process: states that are close in it are alike, and so is what a model and a store need for them.
// The store is read in its own order, in which it is quickest. Nothing rests on the order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "containers/words.hpp"
#include "store/store.hpp"

namespace waymark::cluster {

class ExpansionOrder {
 public:
  // Takes some of the states whose ids begin with `first`, which have these numbers on the level. False if all were
  // taken.
  [[nodiscard]] bool take(store::Store& store, std::uint64_t first, std::span<const std::uint64_t> numbers) {
    first_ = first + taken_;
    order_.clear();
    begins_.assign(1, 0);
    words_.clear();
    for (; taken_ < numbers.size() && order_.size() < most && words_.size() < most_words; ++taken_) {
      const auto words = store.words(first + taken_);
      words_.insert(words_.end(), words.begin(), words.end());
      order_.push_back(numbers[taken_] << place_bits | order_.size());
      begins_.push_back(words_.size());
    }
    std::sort(order_.begin(), order_.end());
    return !order_.empty();
  }

  struct Turn {
    std::uint64_t number = 0;
    std::uint64_t id = 0;
    std::span<const containers::Word> words;
  };
  // Of those that were taken last, so many of which there are.
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] Turn operator[](std::size_t i) const {
    const std::uint64_t place = order_[i] & (most - 1);
    return {
        order_[i] >> place_bits, first_ + place, {words_.data() + begins_[place], begins_[place + 1] - begins_[place]}};
  }

 private:
  static constexpr unsigned place_bits = 11;
  static constexpr std::size_t most = std::size_t{1} << place_bits;
  static constexpr std::size_t most_words = 1 << 16;

  std::uint64_t taken_ = 0;
  std::uint64_t first_ = 0;           // the id of the first one taken last
  std::vector<std::uint64_t> order_;  // their numbers, each with its place among them in the low bits
  std::vector<std::size_t> begins_;   // of the words of each
  std::vector<containers::Word> words_;
};

}  // namespace waymark::cluster
