// BreadthFirst: level by level. There is no queue: numbers are dense and in order of discovery, so the state to expand
// next is the next number, and its words come out of the store. The first violation it reports is as short as any, if
// the store is exact.
#pragma once

#include "model/path.hpp"
#include "search/ancestry.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class BreadthFirst final : public Search, private Route {
 public:
  // REQUIRES: parts.store, which never forgets a state and gives back the words of those still to be expanded.
  explicit BreadthFirst(Parts parts);
  [[nodiscard]] Outcome run() override;
  // After it: the choices that lead from the initial state to this one.
  [[nodiscard]] std::vector<std::uint32_t> way(std::uint64_t number) const { return ancestry_.way(number); }

 private:
  void choices(std::vector<std::uint32_t>& out) override { path_.choices(out); }

  // True if no violation has a shorter path than the one that was found.
  [[nodiscard]] bool explore();
  void expand(std::uint64_t number, std::uint64_t depth);
  // A deadlock shows only when its state's turn comes, one level after other violations of the same length. Looks for
  // one among the states of this level whose turn had not come, and replaces the longer finding. False if cut short.
  bool prefer_deadlock(std::uint64_t first, std::uint64_t last, std::uint64_t depth);

  model::Path path_;
  Ancestry ancestry_;
  Explorer explorer_;
};

}  // namespace waymark::search
