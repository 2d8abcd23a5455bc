// TreeSize: how many states lie beyond the part that a search has kept, by stochastic enumeration (Rubinstein).
//
// The search makes a tree: each state has one parent. Level by level, a run expands a few states of the tree, the beam,
// and counts the children that are new to it. It draws the next beam among these, and each drawn state stands for as
// many as there are children for one place. For a tree this has no bias. A run cannot know whether a state has another
// parent outside the beam, so where paths meet it counts states several times: it errs upwards, and the less the wider
// the beam is. Runs follow each other with beams of twice the width until they have taken their share of the steps. The
// last ones count. If a run has not ended by then, nothing is known.
//
// States that are met here are neither kept, counted nor judged.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "containers/block.hpp"
#include "containers/mix.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "store/threshold_sample.hpp"

namespace waymark::search {

class TreeSize {
 public:
  // All outlive this.
  TreeSize(Explorer& explorer, model::Path& path, store::ThresholdSample& store, base::Budget& budget,
           std::uint64_t seed)
      : explorer_(explorer), path_(path), store_(store), budget_(budget), coin_(seed) {}

  // Of all states, where a breadth-first search has kept those and expanded the ones before `frontier`. Takes a small
  // part of the steps that the search has taken. Nothing if there is no room, or no end. REQUIRES: the path is empty.
  [[nodiscard]] std::optional<model::StateCount> estimate(std::uint64_t frontier);

 private:
  using Words = std::vector<containers::Word>;

  // One run; nothing if it did not end.
  [[nodiscard]] std::optional<double> run(std::uint64_t frontier, std::uint64_t width);
  // Whether all successors of the state in which the model stands were counted.
  [[nodiscard]] bool expand();
  [[nodiscard]] bool arrive();
  // Whether it was not met in this run.
  [[nodiscard]] bool is_new(std::uint64_t hash);
  [[nodiscard]] std::uint64_t below(std::uint64_t range) { return containers::spread(coin_(), range); }

  Explorer& explorer_;
  model::Path& path_;
  store::ThresholdSample& store_;
  base::Budget& budget_;
  std::mt19937_64 coin_;
  std::uint64_t steps_left_ = 0;
  containers::Block met_;  // hashes of the states met in this run; 0: none
  std::uint64_t met_size_ = 0;
  std::uint64_t met_count_ = 0;
  // Used up to their counts; the rest is there to be used again.
  std::vector<Words> beam_;
  std::vector<Words> next_;
  std::uint64_t beam_count_ = 0;
  std::uint64_t next_count_ = 0;  // drawn among the children so far
  std::uint64_t children_ = 0;
};

}  // namespace waymark::search
