#include "check/run/stores.hpp"

#include <algorithm>
#include <utility>

#include "base/check.hpp"
#include "base/diagnostics.hpp"
#include "model/composite_state.hpp"
#include "search/cached_breadth_first.hpp"
#include "search/part_sum.hpp"
#include "store/auto.hpp"
#include "store/exact.hpp"
#include "store/hash_compact.hpp"
#include "store/tree.hpp"

namespace waymark::check {

namespace {

constexpr std::uint64_t most_bit_bytes = std::uint64_t{1} << 30;  // of a bitstate store, unless the user says how much

// A hash has to follow from the state alone, not from the names that a model gives to its parts.
std::unique_ptr<store::WordsHash> hash_of_parts(model::Model& model) {
  if (model.composite_state() == nullptr) return nullptr;
  return std::make_unique<search::PartSum>(model);
}

}  // namespace

std::unique_ptr<store::Bitstate> make_bitstate(const Settings& settings, base::Budget& budget, store::Words words) {
  const std::uint64_t half = budget.limit() / 2;
  const std::uint64_t bytes = settings.limits.memory ? half : std::min(half, most_bit_bytes);
  auto made = store::Bitstate::make(budget, {bytes, settings.hash_functions, settings.seed, words});
  if (!made)
    throw base::InputError("waymark: error: there is no memory for --store bitstate; give it less by --memory");
  return made;
}

Hashed<store::LevelCompact> make_level_compact(const SearchSettings& settings, model::Model& model,
                                               base::Budget& budget) {
  Hashed<store::LevelCompact> made{hash_of_parts(model), nullptr};
  const store::CompactHash hash{settings.seed, settings.hash_bits};
  made.store = std::make_unique<store::LevelCompact>(budget, hash, made.hash.get());
  return made;
}

Hashed<store::Store> make_store(const Settings& settings, model::Model& model, base::Budget& budget,
                                const Demands& demands) {
  const store::Words words = demands.words ? store::Words::to_expand : store::Words::none;
  switch (settings.store) {
    case StoreKind::exact:
      return {nullptr, std::make_unique<store::Exact>(budget)};
    case StoreKind::tree:
      return {nullptr, std::make_unique<store::Tree>(budget)};
    case StoreKind::hash_compact: {
      std::unique_ptr<store::WordsHash> hash = hash_of_parts(model);
      const store::HashCompact::Settings form{
          .hash = {settings.seed, settings.hash_bits}, .words = words, .of_words = hash.get()};
      return {std::move(hash), std::make_unique<store::HashCompact>(budget, form)};
    }
    case StoreKind::bitstate:
      return {nullptr, make_bitstate(settings, budget, words)};
    case StoreKind::automatic: {
      using Stage = store::Auto::Stage;
      const Stage last = demands.numbers ? Stage::hash_compact : Stage::bitstate;
      const store::Auto::Settings stages{settings.seed, settings.hash_functions, words, last};
      return {nullptr, std::make_unique<store::Auto>(budget, stages)};
    }
    case StoreKind::disk:
    case StoreKind::cache:
      break;
  }
  CHECK(false);
}

// The cache leaves a quarter of the memory to the search itself.
std::unique_ptr<store::Cache> make_cache(const SearchSettings& settings, base::Budget& budget) {
  store::Cache::Settings form;
  if (settings.cache_states) form.states = *settings.cache_states;
  form.bytes = budget.limit() / 4 * 3;
  if (settings.order() == Order::bfs) form.spacing = search::CachedBreadthFirst::spacing;
  return std::make_unique<store::Cache>(budget, form);
}

// States of the first part and of the sample are to be as many as the settings say. One of the sample needs several
// times its memory: beside the living stand as many dead, and the ways to all of them.
std::unique_ptr<store::ThresholdSample> make_sample(const Settings& settings, base::Budget& budget) {
  constexpr std::uint64_t times = 5;
  const unsigned percent = settings.estimate.first;
  const std::uint64_t share = budget.limit() / (percent + (100 - percent) * times);
  store::Room first{.bytes = share * percent};
  store::Room sample{.bytes = share * (100 - percent)};
  if (settings.limits.states) {
    first.states = *settings.limits.states * percent / 100;
    sample.states = *settings.limits.states - first.states;
  }
  return std::make_unique<store::ThresholdSample>(budget, first, sample, settings.seed);
}

}  // namespace waymark::check
