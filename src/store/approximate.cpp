#include <bit>
#include <cmath>

#include "store/bitstate.hpp"
#include "store/hash_compact.hpp"

namespace waymark::store {

double HashCompact::omission() const {
  const double states = static_cast<double>(states_.size());
  return -std::expm1(-states * states / std::exp2(bits_ + 1));
}

std::unique_ptr<Bitstate> Bitstate::make(base::Budget& budget, std::uint64_t bytes, unsigned functions,
                                         std::uint64_t seed) {
  std::optional<model::Block> block = model::Block::make(budget, std::bit_floor(bytes));
  if (!block) return nullptr;
  return std::unique_ptr<Bitstate>(new Bitstate(std::move(*block), functions, seed));
}

// Each function is the sum of a first hash and a multiple of a second (Kirsch and Mitzenmacher): as good as independent
// ones.
Found Bitstate::insert(const model::Packed& state) {
  const XXH128_hash_t hash = XXH3_128bits_withSeed(state.words.data(), state.words.size_bytes(), seed_);
  auto* const words = block_.as<std::uint64_t>();
  bool fresh = false;
  for (unsigned i = 0; i < functions_; ++i) {
    const std::uint64_t bit = (hash.low64 + i * (hash.high64 | 1)) & mask_;
    std::uint64_t& word = words[bit / 64];
    const std::uint64_t flag = std::uint64_t{1} << bit % 64;
    fresh = fresh || (word & flag) == 0;
    word |= flag;
  }
  if (!fresh) return {Seen::known, 0};
  return {Seen::fresh, size_++};
}

std::span<const model::Word> Bitstate::words(std::uint64_t) { CHECK(false && "words that are kept"); }

double Bitstate::omission() const {
  const double load = static_cast<double>(functions_) * static_cast<double>(size_) / static_cast<double>(mask_ + 1);
  return std::pow(-std::expm1(-load), functions_);
}

}  // namespace waymark::store
