// SharedStore: what one worker sees of the states that all workers of a search share (SharedStates, TreeCoding), as a
// Store for who goes from state to state. A state's number is its place, so numbers are neither dense nor in any order.
// Where there is no room, somebody is asked to make it, and comes back when that is done.
#pragma once

#include <functional>

#include "store/shared_states.hpp"
#include "store/store.hpp"
#include "store/tree_coding.hpp"

namespace waymark::store {

class SharedStore final : public Store {
 public:
  // `coder`: nullptr if states are kept as they are. `make_room` answers whether there may be room now.
  // `cas_failure_rate`: see SharedStates::Writer.
  SharedStore(SharedStates& states, TreeCoder* coder, std::function<bool()> make_room, unsigned cas_failure_rate)
      : states_(states), writer_(states, cas_failure_rate), coder_(coder), make_room_(std::move(make_room)) {}

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override {
    return coder_ == nullptr ? states_.words(number) : coder_->decode(states_.words(number));
  }
  [[nodiscard]] std::uint64_t size() const override { return inserted_; }
  [[nodiscard]] std::uint64_t bytes() const override { return states_.bytes(); }
  [[nodiscard]] Promise promise() const override { return Promise::exact; }

  [[nodiscard]] SharedStates::Writer& writer() { return writer_; }

 private:
  SharedStates& states_;
  SharedStates::Writer writer_;
  TreeCoder* coder_;
  std::function<bool()> make_room_;
  std::uint64_t inserted_ = 0;  // by this worker
};

}  // namespace waymark::store
