// Exact: keeps the words of every state as they are. The fastest store, and the one the others are compared with.
#pragma once

#include "containers/sequences.hpp"
#include "store/store.hpp"

namespace waymark::store {

class Exact final : public Store {
 public:
  explicit Exact(base::Budget& budget) : Store(false, true), states_(budget) {}

  [[nodiscard]] Found insert(const containers::Packed& state) override {
    return insert(state, {containers::mix_words(state.words)});
  }
  [[nodiscard]] Probe prefetch_bucket(std::uint64_t hash) override {
    states_.expect(hash);
    return {hash};
  }
  void prefetch_entry(Probe& probe) override { probe.guess = states_.prefetch_entry(probe.hash); }
  [[nodiscard]] Found insert(const containers::Packed& state, const Probe& probe) override {
    if (const std::uint64_t number = states_.number_at(probe.guess, state.words); number != containers::Sequences::none)
      return {Seen::known, number};
    const auto answer = states_.insert(state.words, probe.hash);
    if (answer.number == containers::Sequences::none) return {Seen::no_room, 0};
    return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
  }
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override { return states_.at(number); }
  [[nodiscard]] std::uint64_t size() const override { return states_.size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return states_.bytes(); }
  [[nodiscard]] Promise promise() const override { return Promise::exact; }

 private:
  containers::Sequences states_;
};

}  // namespace waymark::store
