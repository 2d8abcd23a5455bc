// Auto: keeps states exactly as long as there is memory, then ever less of each: as they are, then folded into a tree,
// then 64 bits of each, then a few bits in an array. What it knows it takes along, and numbers stay as they are. When
// anybody is refused memory it changes, so searches that grow besides find room too; it holds memory back in which
// to do so.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "store/bitstate.hpp"
#include "store/hash_compact.hpp"
#include "store/store.hpp"
#include "store/tree.hpp"

namespace waymark::store {

class Auto final : public Store {
 public:
  enum class Stage : std::uint8_t { exact, tree, hash_compact, bitstate };
  struct Settings {
    std::uint64_t seed = 0;
    unsigned functions = 3;        // of bitstate
    Words words = Words::none;     // after the exact stages
    Stage last = Stage::bitstate;  // hash_compact where known states must have numbers
  };
  struct Change {
    Stage to = Stage::exact;
    std::uint64_t states = 0;  // that there were
  };

  // REQUIRES: nobody else uses the budget from another thread.
  Auto(base::Budget& budget, const Settings& settings);
  ~Auto() override;

  [[nodiscard]] Found insert(const containers::Packed& state) override;
  void left(std::uint64_t number) override;
  [[nodiscard]] std::span<const containers::Word> words(std::uint64_t number) override { return store_->words(number); }
  [[nodiscard]] std::uint64_t size() const override { return store_->size(); }
  [[nodiscard]] std::uint64_t bytes() const override { return store_->bytes(); }
  [[nodiscard]] Promise promise() const override { return store_->promise(); }
  [[nodiscard]] double expected_omissions() const override { return store_->expected_omissions(); }
  [[nodiscard]] std::string remark() const override;

  [[nodiscard]] Stage stage() const { return stage_; }
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }

 private:
  // Changes to the next stage for which there is room; false if there is none.
  [[nodiscard]] bool change();
  [[nodiscard]] bool to_tree();
  [[nodiscard]] bool to_hashes();
  [[nodiscard]] bool to_bits();
  void enter(Stage stage);

  base::Budget* budget_;
  Settings settings_;
  Stage stage_ = Stage::exact;
  std::unique_ptr<Store> store_;
  Tree* tree_ = nullptr;            // the store, if it is one
  HashCompact* compact_ = nullptr;  // the store, if it is one
  std::uint64_t to_expand_ = 0;     // the first state that is not left yet, in breadth-first order
  bool busy_ = false;
  bool full_ = false;
  std::vector<Change> changes_;
};

[[nodiscard]] std::string_view name(Auto::Stage stage);

}  // namespace waymark::store
