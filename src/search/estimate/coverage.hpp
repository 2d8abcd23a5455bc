// Coverage: a search that is not expected to end, and an estimate of how much of the state space it has covered.
//
// First breadth-first, until a part of the memory is full. Then on through a sample of the states, those with a hash
// below a threshold that falls as the sample outgrows the rest of the memory. If the sample holds together, the search
// of it ends, and its size over the threshold tells how many states there are, together with those that no other state
// of the sample leads to: they are estimated by how many were met once and twice (Chao). It holds together if a state
// of the sample is met by clearly more than one other. Below that the search of it dies away too early; then the
// estimate is too high, and is lowered by a factor that was found by measuring (docs/results.md).
#pragma once

#include "containers/budgeted_stack.hpp"
#include "model/coverage.hpp"
#include "model/path.hpp"
#include "search/ancestry.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"
#include "store/threshold_sample.hpp"

namespace waymark::search {

class Coverage final : public Search, private Route {
 public:
  // REQUIRES: parts.store is this one. With a draw, that says which states are in the sample, instead of the store's
  // own hashes; it outlives this, and so does the listener, if any.
  Coverage(Parts parts, store::ThresholdSample& store, model::Draw* draw = nullptr, SampleListener* listener = nullptr);
  [[nodiscard]] Outcome run() override;
  [[nodiscard]] Statistics statistics() const override;

 private:
  // Knows by their numbers which states are not in the sample, before they are packed.
  class Drawing final : public RemoteOwner {
   public:
    Drawing(model::Model& model, store::ThresholdSample& store, model::Draw* draw)
        : model_(model), store_(store), draw_(draw) {}
    [[nodiscard]] bool forward() override;

   private:
    model::Model& model_;
    store::ThresholdSample& store_;
    model::Draw* draw_;
  };

  [[nodiscard]] static Parts with(Parts parts, RemoteOwner* elsewhere);
  void choices(std::vector<std::uint32_t>& out) override;

  // Breadth-first through the first part; returns the number of the first state that is not expanded.
  std::uint64_t first_part();
  void sample(std::uint64_t frontier);
  static constexpr std::uint64_t kept_state = std::uint64_t{1} << 63;
  void note_origin();
  [[nodiscard]] Estimate estimate(const store::ThresholdSample::Census& census) const;

  store::ThresholdSample& store_;
  SampleListener* listener_;
  Drawing drawing_;
  model::Path path_;
  Ancestry ancestry_;
  // How the states of the sample were come by, choice by choice; kept when the state is not. In front of each stands
  // another; or, with `kept_state`, a state of the first part.
  containers::BudgetedStack<std::uint64_t> before_;
  containers::BudgetedStack<std::uint32_t> taken_;
  std::vector<std::uint32_t> step_;
  std::uint64_t from_ = 0;   // the last choice on the way to the state being expanded, or it itself with `kept_state`
  std::uint64_t depth_ = 0;  // of the first part
  Explorer explorer_;
};

}  // namespace waymark::search
