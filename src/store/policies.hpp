// The replacement policies of the literature: random, age, hits and depth (Holzmann 1987), stratified (Geldenhuys
// 2004), cost (Taleghani 2010); and rungs, our own.
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
  [[nodiscard]] std::uint32_t upcoming() const override {
    return drawn_ == none ? none : offered_.as<std::uint32_t>()[drawn_];
  }

 private:
  void draw();

  std::mt19937_64 coin_;
  containers::Block offered_;
  std::uint32_t count_ = 0;
  std::uint32_t drawn_ = none;  // the place of the next to go, among those offered when the last one went
};

// What Age and Rungs share: slots in queues, each with a note.
class Queued : public Replacement {
 public:
  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity) override;
  [[nodiscard]] std::uint64_t bytes() const override { return items_.bytes(); }

 protected:
  struct Queue {
    std::uint32_t first = none;
    std::uint32_t last = none;
    std::uint32_t size = 0;
  };
  void append(Queue& queue, std::uint32_t slot);
  // The first; none if there is none.
  [[nodiscard]] std::uint32_t pop(Queue& queue);
  // Those of `more` follow; it is empty then.
  void join(Queue& queue, Queue& more);
  [[nodiscard]] std::uint32_t& note(std::uint32_t slot) const { return items_.as<Item>()[slot].note; }

 private:
  struct Item {
    std::uint32_t after;
    std::uint32_t note;
  };
  containers::Block items_;
};

// The state that has been in the cache the longest.
class Age final : public Queued {
 public:
  void entered(std::uint32_t slot) override;
  void offered(std::uint32_t slot, const Merits& merits) override;
  [[nodiscard]] std::uint32_t choose() override;
  [[nodiscard]] std::uint32_t upcoming() const override { return by_age_.first; }

 private:
  // Notes. One whose turn comes before it is offered stands aside; once offered, it is older than any in the queue.
  static constexpr std::uint32_t queued = 0;
  static constexpr std::uint32_t to_be_had = 1;
  static constexpr std::uint32_t aside = 2;

  Queue by_age_;
  Queue overdue_;
};

// Those first whose depth is not a multiple of a distance, the rungs, in the order in which they were offered.
// Depth-first, what is explored again for the sake of a state that is gone ends at the next rung, instead of
// multiplying from level to level. The distance doubles when rungs leave too little room for others: these are what is
// met again soon.
class Rungs final : public Queued {
 public:
  [[nodiscard]] bool prepare(base::Budget& budget, std::uint32_t capacity) override;
  void offered(std::uint32_t slot, const Merits& merits) override;
  [[nodiscard]] std::uint32_t choose() override;
  [[nodiscard]] std::uint32_t upcoming() const override { return others_.first; }

 private:
  void widen();

  std::uint32_t distance_ = 2;
  std::uint32_t fewest_ = 0;  // others that there is to be room for
  Queue rungs_;
  Queue others_;
};

// The fewest hits first.
class Hits final : public Ranked {
 public:
  void met(std::uint32_t slot, const Merits& merits) override { rank_later(slot, merits); }

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
