// SwappableStore: a store that can be exchanged for another one during a search, when a rank has given states away and
// means to have their memory back. Nothing is ever taken out of a store; what is still wanted goes into the next one.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "store/store.hpp"

namespace waymark::cluster {

class SwappableStore final : public store::Store {
 public:
  using Make = std::function<std::unique_ptr<store::Store>()>;
  explicit SwappableStore(const Make& make) : SwappableStore(make, make()) {}

  [[nodiscard]] std::unique_ptr<store::Store> make() const { return make_(); }
  void replace(std::unique_ptr<store::Store> next) { current_ = std::move(next); }

  [[nodiscard]] store::Found insert(const containers::Packed& state) override { return current_->insert(state); }
  [[nodiscard]] store::Probe prefetch_bucket(std::uint64_t hash) override { return current_->prefetch_bucket(hash); }
  void prefetch_entry(store::Probe& probe) override { current_->prefetch_entry(probe); }
  [[nodiscard]] store::Found insert(const containers::Packed& state, const store::Probe& probe) override {
    return current_->insert(state, probe);
  }
  void left(std::uint64_t number) override { current_->left(number); }
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override {
    return current_->words(number);
  }
  [[nodiscard]] std::uint64_t size() const override { return current_->size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return current_->bytes(); }
  [[nodiscard]] store::Promise promise() const override { return current_->promise(); }

 private:
  SwappableStore(Make make, std::unique_ptr<store::Store> first)
      : Store(false, first->wants_prefetch()), make_(std::move(make)), current_(std::move(first)) {}

  Make make_;
  std::unique_ptr<store::Store> current_;
};

}  // namespace waymark::cluster
