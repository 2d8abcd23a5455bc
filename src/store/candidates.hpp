// Candidates: states that a search has arrived at and of which it does not know yet whether they are new. Each is kept
// once, with its words, until there are as many as may be held at a time; then they are looked up all together.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "containers/words.hpp"
#include "store/sorted_runs.hpp"

namespace waymark::store {

class Candidates {
 public:
  using Key = std::array<std::uint8_t, 16>;
  static constexpr std::uint32_t most = ~std::uint32_t{0} - 16;

  // Its prints are SipHash-2-4's 128 bits of the words under this key.
  Candidates(const Key& key, std::uint64_t bytes) : key_(key), most_bytes_(bytes) {}

  [[nodiscard]] Print print(std::span<const containers::Word> words) const;
  // Which one this is, and whether it was not among them.
  struct Added {
    std::uint32_t index = 0;
    bool fresh = false;
  };
  [[nodiscard]] Added add(std::span<const containers::Word> words);

  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t index) const {
    const std::uint64_t end = index + 1 < all_.size() ? all_[index + 1].words : words_.size();
    return std::span(words_).subspan(all_[index].words, end - all_[index].words);
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
  // More would be too many, beside so many bytes that belong to them.
  [[nodiscard]] bool full(std::uint64_t beside) const;

  // All of them, by their prints; each entry's number is its index.
  [[nodiscard]] const std::vector<SortedRuns::Entry>& sorted();
  void clear();

 private:
  struct Candidate {
    Print print;
    std::uint64_t words = 0;  // where they begin
  };

  void enlarge();

  Key key_;
  std::uint64_t most_bytes_;
  std::vector<Candidate> all_;
  std::vector<containers::Word> words_;
  std::vector<std::uint32_t> slots_;  // indices + 1, by the low bits of their prints; 0: none
  std::vector<SortedRuns::Entry> sorted_;
};

}  // namespace waymark::store
