// DepthFirst: goes as deep as it can, takes choices in their order, and turns back by marks. Its order is that of the
// plain recursion, which is what recorded scripts and comparisons with other checkers rely on.
#pragma once

#include <optional>

#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/lookahead.hpp"
#include "search/search.hpp"

namespace waymark::search {

class DepthFirst final : public Search, private Route {
 public:
  // REQUIRES: parts.store.
  // `states`, if any, is handed the model at every step; it outlives this.
  explicit DepthFirst(Parts parts, StateListener* states = nullptr);
  [[nodiscard]] Outcome run() override;
  // Looks ahead only when there are so many states; for tests.
  void look_ahead_from(std::uint64_t states) { look_ahead_from_ = states; }

 private:
  void choices(std::vector<std::uint32_t>& out) override { path_.choices(out); }
  // Puts the state the model stands in on the path and judges what its list of transitions tells.
  void enter(std::uint64_t number);
  // Leaves the state on top of the path for the one below it.
  void leave();
  [[nodiscard]] bool looks_ahead() const {
    return lookahead_ && explorer_.tallies().states >= look_ahead_from_ && lookahead_->pays();
  }

  model::Path path_;
  Explorer explorer_;
  std::optional<Lookahead> lookahead_;       // none: the store has no use for it
  std::uint64_t look_ahead_from_ = 1 << 14;  // below that the store is in the processor's caches
};

}  // namespace waymark::search
