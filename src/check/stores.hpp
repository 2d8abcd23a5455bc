// The store that the settings choose, and what only a store of its kind can do.
#pragma once

#include <memory>

#include "base/budget.hpp"
#include "check/settings.hpp"
#include "model/model.hpp"
#include "store/auto.hpp"
#include "store/bitstate.hpp"
#include "store/cache.hpp"
#include "store/count_only.hpp"
#include "store/level_compact.hpp"
#include "store/store.hpp"
#include "store/threshold_sample.hpp"
#include "store/words_hash.hpp"

namespace waymark::check {

// At most one of the pointers is set: to the store, which is of that kind then.
struct ChosenStore {
  std::unique_ptr<store::WordsHash>
      hash;  // which the store asks, if the words of a state mean something to a model alone
  std::unique_ptr<store::Store> store;
  store::Cache* cache = nullptr;
  store::ThresholdSample* thinned = nullptr;
  store::CountOnly* capped = nullptr;
  store::Bitstate* bits = nullptr;
  store::Auto* stages = nullptr;
  store::LevelCompact* level_compact = nullptr;
};

// What a search asks of its store: the words of states that it is to expand, or the numbers of known ones; and that of
// several who share the states of a level, who meet them in any order.
struct Demands {
  bool words = false;
  bool numbers = false;
  bool in_any_order = false;
};
// For states of this model, which outlives it. Throws base::InputError if there is no memory for it. REQUIRES: a search
// that forgets nothing.
[[nodiscard]] ChosenStore make_store(const Settings& settings, model::Model& model, base::Budget& budget,
                                     const Demands& demands);

// The stores that only certain searches can use.
[[nodiscard]] ChosenStore make_cache(const Settings& settings, base::Budget& budget);
[[nodiscard]] ChosenStore make_capped(base::Budget& budget);
[[nodiscard]] ChosenStore make_thinned(const Settings& settings, base::Budget& budget);

}  // namespace waymark::check
