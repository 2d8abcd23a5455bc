// PairTables: a PairTable for more pairs than that has numbers: several, filled one after the other. Numbers go on from
// one to the next. A pair may be in any of them, so each more costs a look.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "containers/pair_table.hpp"

namespace waymark::containers {

class PairTables {
 public:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  struct Answer {
    std::uint64_t number = none;  // none: no room
    bool fresh = false;
  };

  // Each table takes at most so many pairs.
  explicit PairTables(base::Budget& budget, std::uint32_t most = PairTable::numbers)
      : budget_(&budget), most_(most), first_(budget, PairTable::Recent::forgotten, most) {}

  [[nodiscard]] Answer insert(Word left, Word right) {
    if (first_.is_full()) [[unlikely]]
      return insert_behind(left, right);
    const PairTable::Answer answer = first_.insert(left, right);
    return {answer.number == PairTable::none ? none : answer.number, answer.fresh};
  }
  // Its number, or none. Many threads may ask at a time, as long as nobody inserts.
  [[nodiscard]] std::uint64_t find(Word left, Word right) const {
    const std::uint32_t number = first_.find(left, right);
    if (number != PairTable::none) return number;
    return more_.empty() ? none : find_behind(left, right);
  }
  // Will be looked up soon.
  void expect(Word left, Word right) const {
    first_.expect(left, right);
    for (const auto& table : more_) table->expect(left, right);
  }
  // REQUIRES: number < size()
  [[nodiscard]] Pair at(std::uint64_t number) const {
    if (number < most_) [[likely]]
      return first_.at(static_cast<std::uint32_t>(number));
    return more_[number / most_ - 1]->at(static_cast<std::uint32_t>(number % most_));
  }

  // Frees all but the pairs themselves; from then on nothing may be inserted.
  void close();

  [[nodiscard]] std::uint64_t size() const {
    return more_.empty() ? first_.size() : std::uint64_t{most_} * more_.size() + more_.back()->size();
  }
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  [[nodiscard]] Answer insert_behind(Word left, Word right);
  [[nodiscard]] std::uint64_t find_behind(Word left, Word right) const;

  base::Budget* budget_;
  std::uint32_t most_;
  PairTable first_;
  std::vector<std::unique_ptr<PairTable>> more_;  // all before a table are full
};

}  // namespace waymark::containers
