// CachedBreadthFirst: level by level over a cache that forgets. As long as a state is open, some of its ancestors stay,
// so the way to a violation can be found again. Where steps never lead back, a level meets the next one only: two
// levels and these ancestors are all that need to fit for a search without repetition.
#pragma once

#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/queue.hpp"
#include "search/search.hpp"
#include "store/cache.hpp"

namespace waymark::search {

class CachedBreadthFirst final : public Search, private Route {
 public:
  // Of the cache: ancestors that stay are so far apart. Further apart they cost less room, and finding the way between
  // them takes longer.
  static constexpr std::uint32_t spacing = 6;

  // REQUIRES: parts.store is this cache.
  CachedBreadthFirst(Parts parts, store::Cache& cache);
  [[nodiscard]] Outcome run() override;

 private:
  void explore();
  // Keeps the ancestors of the one being expanded as well: they may be gone when the search ends.
  void choices(std::vector<std::uint32_t>& out) override;

  using Words = std::vector<model::Word>;

  store::Cache& cache_;
  Queue<std::uint32_t> open_;
  model::Path path_;
  std::uint64_t expanding_ = 0;
  std::vector<std::vector<Words>> ways_;  // one for each finding
  Explorer explorer_;
};

}  // namespace waymark::search
