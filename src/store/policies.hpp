// The replacement policies of the literature: random, age, hits and depth (Holzmann 1987), stratified (Geldenhuys
// 2004), cost (Taleghani 2010).
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <string_view>

#include "store/ranked.hpp"

namespace waymark::store {

// Any state with equal chance. The same seed gives the same choices on every machine.
class Random final : public Replacement {
 public:
  explicit Random(std::uint64_t seed) : coin_(seed) {}
  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity) override;
  [[nodiscard]] std::uint64_t bytes() const override { return offered_.bytes(); }
  void offered(std::uint32_t slot, const Merits& merits) override { offered_.as<std::uint32_t>()[count_++] = slot; }
  [[nodiscard]] std::uint32_t choose() override;

 private:
  std::mt19937_64 coin_;
  model::Block offered_;
  std::uint32_t count_ = 0;
};

// The state that has been in the cache the longest.
class Age final : public Replacement {
 public:
  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity) override;
  [[nodiscard]] std::uint64_t bytes() const override { return items_.bytes(); }
  void entered(std::uint32_t slot) override;
  void offered(std::uint32_t slot, const Merits& merits) override;
  [[nodiscard]] std::uint32_t choose() override;

 private:
  // One whose turn comes before it is offered stands aside; once offered, it is older than any in the queue.
  enum class Standing : std::uint32_t { queued, offered, aside };
  struct Item {
    std::uint32_t after;
    Standing standing;
  };
  struct Queue {
    std::uint32_t first = none;
    std::uint32_t last = none;
  };
  void append(Queue& queue, std::uint32_t slot);
  [[nodiscard]] std::uint32_t pop(Queue& queue);

  model::Block items_;
  Queue by_age_;
  Queue overdue_;
};

// The fewest hits first.
class Hits final : public Ranked {
 public:
  void met(std::uint32_t slot, const Merits& merits) override { rank_again(slot, merits); }

 private:
  [[nodiscard]] std::uint32_t rank(const Merits& merits) const override { return merits.hits; }
};

// The most hits first: who has been met by all its predecessors will not be met again.
class MostHits final : public Ranked {
 public:
  void met(std::uint32_t slot, const Merits& merits) override { rank_again(slot, merits); }

 private:
  [[nodiscard]] std::uint32_t rank(const Merits& merits) const override { return ranks - 1 - merits.hits; }
};

// All states of the levels k modulo m, then those of k + 1, and so on: around a state that is gone, others remain.
class Stratified final : public Ranked {
 public:
  [[nodiscard]] std::uint32_t choose() override;

 private:
  static constexpr std::uint32_t strata = 8;
  [[nodiscard]] std::uint32_t rank(const Merits& merits) const override { return merits.depth % strata; }
  std::uint32_t stratum_ = 0;
};

// The deepest first.
class Depth final : public Ranked {
 private:
  [[nodiscard]] std::uint32_t rank(const Merits& merits) const override {
    return ranks - 1 - logarithmic(1 + static_cast<float>(merits.depth));
  }
};

// The one that is least costly to explore again, by the logarithm of the cost.
class Cost final : public Ranked {
 private:
  [[nodiscard]] std::uint32_t rank(const Merits& merits) const override { return logarithmic(merits.cost); }
};

}  // namespace waymark::store
