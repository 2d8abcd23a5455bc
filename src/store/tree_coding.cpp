#include "store/tree_coding.hpp"

#include "base/check.hpp"
#include "containers/mix.hpp"

namespace waymark::store {

// The code is the root: twice its left value, and its right one. Where the length is not the usual one, what is on the
// left is paired with the length first, and one more says so. All shapes are balanced: they must not depend on
// what one worker has seen.
std::optional<std::span<const containers::Word>> TreeCoder::encode(std::span<const Word> state) {
  Folded* const here = folded(state.size());
  if (here == nullptr) return {};
  const bool differs = here->take_over(state);
  if ((differs || !here->is_folded()) &&
      !here->fold([this](bool, Word left, Word right) { return insert(left, right); })) {
    here->forget_nodes();
    return {};
  }
  if (!make_code(static_cast<std::uint32_t>(state.size()), here->root())) return {};
  return code_;
}

std::span<const containers::Word> TreeCoder::decode(std::span<const Word> code) {
  std::uint32_t length = usual_length_.load(std::memory_order_relaxed);
  Word left = code[0] / 2;
  if (code[0] % 2 != 0) {
    const containers::Pair top = at(left);
    left = top.left;
    length = top.right;
  }
  Folded* const here = folded(length);
  CHECK(here != nullptr && "room for a state of each length");
  here->unfold({left, code[1]}, [this](bool, Word number) { return at(number); });
  return here->words();
}

containers::Word TreeCoder::insert(Word left, Word right) {
  const std::array<Word, 2> words{left, right};
  const Place place = writer_.insert(words, containers::mix_words(words)).place;
  return place / 2 < Folded::none ? static_cast<Word>(place / 2) : Folded::none;
}

containers::Pair TreeCoder::at(Word number) const {
  const auto words = nodes_.words(Place{number} * 2);
  return {words[0], words[1]};
}

bool TreeCoder::make_code(std::uint32_t length, containers::Pair root) {
  std::uint32_t usual = FoldShape::nothing;
  // All that read the length have got a code by then, from who has set it.
  if (usual_length_.compare_exchange_strong(usual, length, std::memory_order_relaxed)) usual = length;
  const Word left = length == usual ? root.left : insert(root.left, length);
  if (left >= most_lefts) return false;
  code_ = {2 * left + (length == usual ? 0 : 1), root.right};
  return true;
}

Folded* TreeCoder::folded(std::uint64_t length) {
  if (length > FoldShape::most_words) return nullptr;
  auto& entry = by_length_[static_cast<std::uint32_t>(length)];
  if (entry == nullptr) {
    // What another worker has written is read in any case.
    const std::uint64_t bytes = FoldShape::bytes(length) + Folded::bytes(length);
    if (budget_.take(bytes)) bytes_ += bytes;
    entry = std::make_unique<OfLength>(static_cast<std::uint32_t>(length));
  }
  return &entry->folded;
}

TreeCoder& TreeCoding::make() {
  coders_.push_back(std::make_unique<TreeCoder>(nodes_, usual_length_, budget_, cas_failure_rate_));
  writers_.push_back(&coders_.back()->writer());
  return *coders_.back();
}

}  // namespace waymark::store
