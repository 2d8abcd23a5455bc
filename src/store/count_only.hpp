// CountOnly: states up to a limit; after that, those that it does not know are only counted.
#pragma once

#include <cstdint>

#include "containers/sequences.hpp"
#include "store/store.hpp"

namespace waymark::store {

class CountOnly final : public Store {
 public:
  explicit CountOnly(base::Budget& budget) : states_(budget), beyond_(budget) {}

  [[nodiscard]] Found insert(const containers::Packed& state) override {
    constexpr std::uint64_t none = containers::Sequences::none;
    if (!counting_) {
      const auto answer = states_.insert(state.words);
      if (answer.number == none) return {Seen::no_room, 0};
      return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
    }
    if (const std::uint64_t number = states_.find(state.words); number != none) return {Seen::known, number};
    if (beyond_.insert(state.words).number == none) return {Seen::no_room, 0};
    return {Seen::counted, none};
  }
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override { return states_.at(number); }
  [[nodiscard]] std::uint64_t size() const override { return states_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return states_.bytes() + beyond_.bytes(); }
  [[nodiscard]] Promise promise() const override { return counting_ ? Promise::may_omit : Promise::exact; }

  // From now on new states are `counted`.
  void only_count() { counting_ = true; }
  // How many of them there are.
  [[nodiscard]] std::uint64_t beyond() const { return beyond_.size(); }

 private:
  containers::Sequences states_;
  containers::Sequences beyond_;
  bool counting_ = false;
};

}  // namespace waymark::store
