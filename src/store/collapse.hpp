// Collapse: equal parts are kept once, and a state is the list of its parts' numbers, each in as many bytes as it
// needs (Holzmann's collapse compression; Spin numbers parts per kind of process, here they share one numbering, so
// processes that stand alike share a part). Exact: the list determines the words.
//
// The state met last is remembered, so that only parts that differ from it are looked up.
#pragma once

#include "containers/sequences.hpp"
#include "store/collapsed.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Collapse final : public Store {
 public:
  explicit Collapse(base::Budget& budget) : parts_(budget), states_(budget) {}

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override;
  [[nodiscard]] std::uint64_t size() const override { return states_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return parts_.bytes() + states_.bytes(); }
  [[nodiscard]] Promise promise() const override { return Promise::exact; }

  [[nodiscard]] std::uint64_t parts() const { return parts_.size(); }

 private:
  using Word = containers::Word;

  containers::Sequences parts_;
  containers::Sequences states_;
  Collapsed last_;  // the state met last
};

}  // namespace waymark::store
