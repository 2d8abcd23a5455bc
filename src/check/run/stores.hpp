// The store that the settings choose.
#pragma once

#include <memory>

#include "base/budget.hpp"
#include "check/plan/settings.hpp"
#include "model/model.hpp"
#include "store/bitstate.hpp"
#include "store/cache.hpp"
#include "store/level_compact.hpp"
#include "store/store.hpp"
#include "store/threshold_sample.hpp"
#include "store/words_hash.hpp"

namespace waymark::check {

// A store of the given kind, with the hash that it uses if the words of a state mean something to one model alone.
template <typename Kind>
struct Hashed {
  std::unique_ptr<store::WordsHash> hash;
  std::unique_ptr<Kind> store;
};

// What a search needs of its store: the words of states that it is to expand, or the numbers of known ones.
struct Demands {
  bool words = false;
  bool numbers = false;
};
// For states of this model, which outlives it. Throws base::InputError if there is no memory for it. REQUIRES: a search
// that forgets nothing.
[[nodiscard]] Hashed<store::Store> make_store(const Settings& settings, model::Model& model, base::Budget& budget,
                                              const Demands& demands);

// The stores that only certain searches can use.
[[nodiscard]] std::unique_ptr<store::Bitstate> make_bitstate(const Settings& settings, base::Budget& budget,
                                                             store::Words words);
// hash-compact for searches by several, which meet the states of a level in any order.
[[nodiscard]] Hashed<store::LevelCompact> make_level_compact(const SearchSettings& settings, model::Model& model,
                                                             base::Budget& budget);
[[nodiscard]] std::unique_ptr<store::Cache> make_cache(const SearchSettings& settings, base::Budget& budget);
[[nodiscard]] std::unique_ptr<store::ThresholdSample> make_sample(const Settings& settings, base::Budget& budget);

}  // namespace waymark::check
