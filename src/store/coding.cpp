#include "store/coding.hpp"

#include <array>

#include "containers/mix.hpp"
#include "store/collapsed.hpp"
#include "store/folded.hpp"

namespace waymark::store {

namespace {

using containers::Word;

// Parts by numbers that fit into a word: half of their places, which are even.
class PartsByNumber {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  PartsByNumber(const SharedStates& parts, SharedStates::Writer& writer) : parts_(parts), writer_(writer) {}

  // None: no room.
  [[nodiscard]] std::uint32_t insert(std::span<const Word> words) {
    const Place place = writer_.insert(words, containers::mix_words(words)).place;
    return place / 2 < none ? static_cast<std::uint32_t>(place / 2) : none;
  }
  [[nodiscard]] std::span<const Word> at(std::uint32_t number) const { return parts_.words(Place{number} * 2); }

 private:
  const SharedStates& parts_;
  SharedStates::Writer& writer_;
};

class CollapseCoder final : public Coder {
 public:
  explicit CollapseCoder(PartsByNumber parts) : parts_(parts) {}

  [[nodiscard]] std::optional<std::span<const Word>> encode(const containers::Packed& state) override {
    if (!last_.take_over(state, [this](std::span<const Word> part) { return parts_.insert(part); })) return {};
    return last_.encode();
  }
  [[nodiscard]] std::span<const Word> decode(std::span<const Word> code) override {
    last_.decode(code, [this](std::uint32_t number) { return parts_.at(number); });
    return last_.words();
  }

 private:
  PartsByNumber parts_;
  Collapsed last_;
};

// The code is the root: twice its left value, and its right one. Where the length is not the usual one, what is on the
// left is paired with the length first, and one more says so. All shapes are balanced: they must not depend on
// what one worker has seen.
class TreeCoder final : public Coder {
 public:
  TreeCoder(PartsByNumber parts, base::Budget& budget, std::atomic<std::uint32_t>& usual_length)
      : parts_(parts), budget_(budget), usual_length_(usual_length) {}
  ~TreeCoder() override { budget_.give_back(bytes_); }

  [[nodiscard]] std::optional<std::span<const Word>> encode(const containers::Packed& state) override {
    Folded* const here = folded(state.words.size());
    if (here == nullptr) return {};
    const auto insert = [this](bool, Word left, Word right) { return parts_.insert(std::array<Word, 2>{left, right}); };
    const bool differs = here->take_over(state.words);
    if ((differs || !here->is_folded()) && !here->fold(insert)) {
      here->forget_nodes();
      return {};
    }
    if (!make_code(static_cast<std::uint32_t>(state.words.size()), here->root())) return {};
    return code_;
  }
  [[nodiscard]] std::span<const Word> decode(std::span<const Word> code) override {
    std::uint32_t length = usual_length_.load(std::memory_order_relaxed);
    Word left = code[0] / 2;
    if (code[0] % 2 != 0) {
      const auto top = parts_.at(left);
      left = top[0];
      length = top[1];
    }
    Folded* const here = folded(length);
    CHECK(here != nullptr && "room for a state of each length");
    here->unfold({left, code[1]}, [this](bool, Word number) {
      const auto pair = parts_.at(number);
      return containers::Pair{pair[0], pair[1]};
    });
    return here->words();
  }

 private:
  struct OfLength {
    explicit OfLength(std::uint32_t length) : shape(length) {}
    FoldShape shape;
    Folded folded{shape};
  };

  static constexpr Word most_lefts = Word{1} << 31;

  // False if there is no room.
  [[nodiscard]] bool make_code(std::uint32_t length, containers::Pair root) {
    std::uint32_t usual = FoldShape::nothing;
    // All that read the length have got a code by then, from who has set it.
    if (usual_length_.compare_exchange_strong(usual, length, std::memory_order_relaxed)) usual = length;
    const Word left = length == usual ? root.left : parts_.insert(std::array<Word, 2>{root.left, length});
    if (left >= most_lefts) return false;
    code_ = {2 * left + (length == usual ? 0 : 1), root.right};
    return true;
  }
  [[nodiscard]] Folded* folded(std::uint64_t length) {
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

  PartsByNumber parts_;
  base::Budget& budget_;
  std::atomic<std::uint32_t>& usual_length_;
  std::uint64_t bytes_ = 0;
  std::unordered_map<std::uint32_t, std::unique_ptr<OfLength>> by_length_;
  std::array<Word, 2> code_{};
};

}  // namespace

std::unique_ptr<Coder> Coding::make() {
  if (kind_ == Kind::as_it_is) return nullptr;
  all_.push_back(writers_.emplace_back(std::make_unique<SharedStates::Writer>(parts_, cas_failure_rate_)).get());
  const PartsByNumber parts(parts_, *all_.back());
  if (kind_ == Kind::tree) return std::make_unique<TreeCoder>(parts, budget_, usual_length_);
  return std::make_unique<CollapseCoder>(parts);
}

bool Coding::prepare(std::uint64_t parts, const SharedStates::Together& together) {
  return kind_ == Kind::as_it_is || parts_.prepare(all_, parts, together);
}

}  // namespace waymark::store
