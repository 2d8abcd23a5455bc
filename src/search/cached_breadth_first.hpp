// CachedBreadthFirst: level by level over a cache that forgets. A state's ancestors stay in the cache as long as it is
// open, so the way to a violation is there when it is found. Where steps never lead back, a level meets the next one
// only: two levels and their ancestors are all that need to fit for a search without repetition.
#pragma once

#include "search/explorer.hpp"
#include "search/path.hpp"
#include "search/queue.hpp"
#include "search/search.hpp"
#include "store/cache.hpp"

namespace waymark::search {

class CachedBreadthFirst final : public Search, private Route {
 public:
  // REQUIRES: parts.store is this cache.
  CachedBreadthFirst(Parts parts, store::Cache& cache);
  [[nodiscard]] Outcome run() override;

 private:
  // Keeps the states on the way to the one being expanded as well: they may be gone when the search ends.
  void choices(std::vector<std::uint32_t>& out) const override;

  using Words = std::vector<model::Word>;

  store::Cache& cache_;
  Queue<std::uint32_t> open_;
  Path path_;
  std::uint64_t expanding_ = 0;
  mutable std::vector<std::vector<Words>> ways_;  // one for each finding
  Explorer explorer_;
};

}  // namespace waymark::search
