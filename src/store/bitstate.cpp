#include "store/bitstate.hpp"

#include <utility>

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::store {

std::unique_ptr<Bitstate> Bitstate::make(base::Budget& budget, const Settings& settings) {
  std::optional<containers::Block> block = containers::Block::make(budget, settings.bytes / 8 * 8);
  if (!block || block->bytes() == 0) return nullptr;
  return std::unique_ptr<Bitstate>(new Bitstate(budget, std::move(*block), settings));
}

namespace {

// Each function is the sum of a first hash and a multiple of a second (Kirsch and Mitzenmacher): as good as independent
// ones.
std::uint64_t second_hash(std::uint64_t hash) { return containers::mix(hash ^ 0x9E3779B97F4A7C15u) | 1; }

}  // namespace

Bitstate::Bitstate(base::Budget& budget, containers::Block block, const Settings& settings)
    : block_(std::move(block)), functions_(settings.functions), seed_(settings.seed), bits_(block_.bytes() * 8) {
  if (settings.words == Words::to_expand) frontier_ = std::make_unique<Frontier>(budget);
}

bool Bitstate::set(std::uint64_t hash) {
  const std::uint64_t step = second_hash(hash);
  auto* const words = block_.as<std::uint64_t>();
  const std::uint64_t before = set_;
  for (unsigned i = 0; i < functions_; ++i, hash += step) {
    const std::uint64_t bit = containers::spread(hash, bits_);
    std::uint64_t& word = words[bit / 64];
    const std::uint64_t flag = std::uint64_t{1} << bit % 64;
    if ((word & flag) == 0) ++set_;
    word |= flag;
  }
  return set_ != before;
}

bool Bitstate::marked(std::uint64_t hash) const {
  std::uint64_t at = of_mark(hash);
  const std::uint64_t step = second_hash(at);
  const auto* const words = block_.as<std::uint64_t>();
  for (unsigned i = 0; i < functions_; ++i, at += step) {
    const std::uint64_t bit = containers::spread(at, bits_);
    if ((words[bit / 64] >> bit % 64 & 1) == 0) return false;
  }
  return true;
}

std::uint64_t Bitstate::of_mark(std::uint64_t hash) const {
  return containers::mix(hash + containers::mix(seed_ + 0x5EC0'4D5E'7000'0000u));
}

Found Bitstate::insert(const containers::Packed& state) {
  if (frontier_ && !frontier_->room_for(state.words.size())) return {Seen::no_room, 0};
  const double omitted = omission();
  if (!set(containers::mix_words(state.words, seed_))) return {Seen::known, 0};
  if (omitted < 1) missed_ += omitted / (1 - omitted);
  if (frontier_) frontier_->push(state.words);
  return {Seen::fresh, size_++};
}

void Bitstate::adopt(std::uint64_t hash) {
  (void)set(hash);
  ++size_;
}

std::span<const containers::Word> Bitstate::words(std::uint64_t number) {
  CHECK(frontier_ && "words that are kept");
  return frontier_->words(number);
}

double Bitstate::omission() const {
  const double share = static_cast<double>(set_) / static_cast<double>(bits_);
  double all = 1;
  for (unsigned i = 0; i < functions_; ++i) all *= share;
  return all;
}

}  // namespace waymark::store
