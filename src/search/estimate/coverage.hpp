// Coverage: a search that is not expected to end, and an estimate of how much of the state space it has covered.
//
// First breadth-first, until a part of the memory is full. Then on through a sample of the states, those with a hash
// below a threshold that falls as the sample outgrows the rest of the memory. What the sample met bounds the coverage
// from above, for the search of a thin sample dies away too early. TreeSize bounds it from below. model/coverage.hpp
// says what follows from both.
#pragma once

#include "containers/budgeted_stack.hpp"
#include "model/coverage.hpp"
#include "model/path.hpp"
#include "search/ancestry.hpp"
#include "search/estimate/tree_size.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"
#include "store/threshold_sample.hpp"

namespace waymark::search {

class Coverage final : public Search, private Route {
 public:
  // REQUIRES: parts.store is this one. With a draw, that says which states are in the sample, instead of the store's
  // own hashes, and no tree is enumerated; it outlives this, and so does the listener, if any.
  Coverage(const Parts& parts, store::ThresholdSample& store, std::uint64_t seed, model::Draw* draw = nullptr,
           SampleListener* listener = nullptr);
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

  // The number of the first state that is not expanded in it.
  [[nodiscard]] std::uint64_t first_part();
  void sample(std::uint64_t frontier);
  // Lets the sample fit; `next` is the number of the next state to expand, which may change.
  void make_room(std::uint64_t& next);
  static constexpr std::uint64_t kept_state = std::uint64_t{1} << 63;
  void note_origin();
  [[nodiscard]] Estimate estimate(const store::ThresholdSample::Census& census) const;

  store::ThresholdSample& store_;
  bool enumerates_;
  SampleListener* listener_;
  Drawing drawing_;
  model::Path path_;
  Ancestry ancestry_;
  // How the states of the sample were come by, choice by choice; kept when the state is not. In front of each stands
  // another; or, with `kept_state`, a state of the first part, by its number.
  containers::BudgetedStack<std::uint64_t> before_;
  containers::BudgetedStack<std::uint32_t> taken_;
  std::uint64_t from_ = 0;   // the last choice on the way to the state being expanded, or it itself with `kept_state`
  std::uint64_t depth_ = 0;  // of the first part
  Explorer explorer_;
  TreeSize tree_;
  std::optional<model::StateCount> tree_states_;
};

}  // namespace waymark::search
