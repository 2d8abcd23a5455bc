#include "search/cached_breadth_first.hpp"

#include <algorithm>
#include <utility>

#include "search/expand.hpp"
#include "search/retrace.hpp"

namespace waymark::search {

CachedBreadthFirst::CachedBreadthFirst(Parts parts, store::Cache& cache)
    : cache_(cache), open_(parts.budget), path_(parts.model, parts.budget), explorer_(std::move(parts), *this) {}

Outcome CachedBreadthFirst::run() {
  explorer_.guard([this] { explore(); });
  explorer_.conclude();
  std::vector<Finding>& findings = explorer_.findings();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Retrace retrace(explorer_.model());
    std::vector<std::uint32_t> whole;
    retrace.start(ways_[i][0]);
    for (std::size_t j = 1; j < ways_[i].size(); ++j) retrace.go(ways_[i][j], whole, spacing);
    findings[i].begin_with(std::move(whole));
  }
  return explorer_.finish();
}

void CachedBreadthFirst::explore() {
  explorer_.start();
  const auto fresh = [this] {
    if (!open_.push(static_cast<std::uint32_t>(explorer_.number()))) explorer_.stop(Why::memory);
  };
  if (!explorer_.stopping()) fresh();
  while (!open_.empty() && !explorer_.stopping()) {
    expanding_ = open_.pop();
    if (!open_.empty()) cache_.expect(open_.front());
    (void)expand_state(explorer_, path_, expanding_, cache_.depth(expanding_), fresh);
  }
}

void CachedBreadthFirst::choices(std::vector<std::uint32_t>& out) {
  path_.choices(out);
  std::vector<Words>& way = ways_.emplace_back();
  for (std::uint64_t number = expanding_; number != store::Cache::none; number = cache_.parent(number)) {
    const auto words = cache_.words(number);
    way.emplace_back(words.begin(), words.end());
  }
  std::reverse(way.begin(), way.end());
}

}  // namespace waymark::search
