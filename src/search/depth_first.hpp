// DepthFirst: goes as deep as it can, takes choices in their order, and turns back by marks. Its order is that of the
// plain recursion, which is what recorded scripts and comparisons with other checkers rely on.
#pragma once

#include "model/path.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class DepthFirst final : public Search, private Route {
 public:
  // REQUIRES: parts.store.
  explicit DepthFirst(Parts parts);
  [[nodiscard]] Outcome run() override;

 private:
  void choices(std::vector<std::uint32_t>& out) override { path_.choices(out); }
  // Puts the state the model stands in on the path and judges what its list of transitions tells.
  void enter(std::uint64_t number);

  model::Path path_;
  Explorer explorer_;
};

}  // namespace waymark::search
