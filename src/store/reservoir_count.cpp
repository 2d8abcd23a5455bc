#include "store/reservoir_count.hpp"

#include <algorithm>

#include "containers/mix.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t sampling_seed = 0x5A3D'1E00;  // not that of any store

}  // namespace

Found ReservoirCount::insert(const containers::Packed& state) {
  const Found found = inner_->insert(state);
  if (found.seen != Seen::fresh) return found;
  const std::uint64_t hash = containers::mix_words(state.words, sampling_seed);
  if (hash > threshold_) return found;
  sample_.push_back(hash);
  while (sample_.size() > most_) {
    threshold_ /= 2;
    std::erase_if(sample_, [this](std::uint64_t each) { return each > threshold_; });
  }
  return found;
}

}  // namespace waymark::store
