// TreeCoding: how the workers of one search write states before they put them into what they share (SharedStates), if
// these are to take little: as the two words at the root of a tree (Folded) whose nodes are kept once. Equal states
// have equal codes, whichever of the workers writes them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/budget.hpp"
#include "containers/words.hpp"
#include "store/folded.hpp"
#include "store/shared_states.hpp"

namespace waymark::store {

// One worker's: it remembers the state of each length that it met last.
class TreeCoder {
 public:
  using Word = containers::Word;

  // `usual_length`: that of the first state that any of the workers has encoded. `cas_failure_rate`: see
  // SharedStates::Writer.
  TreeCoder(SharedStates& nodes, std::atomic<std::uint32_t>& usual_length, base::Budget& budget,
            unsigned cas_failure_rate)
      : nodes_(nodes), writer_(nodes, cas_failure_rate), usual_length_(usual_length), budget_(budget) {}
  TreeCoder(const TreeCoder&) = delete;
  TreeCoder& operator=(const TreeCoder&) = delete;
  ~TreeCoder() { budget_.give_back(bytes_); }

  // The state's code, a view until the next call; nothing if there is no room for its nodes in this round, or at all.
  [[nodiscard]] std::optional<std::span<const Word>> encode(std::span<const Word> state);
  // The words of a state, a view until the next call.
  [[nodiscard]] std::span<const Word> decode(std::span<const Word> code);

  [[nodiscard]] SharedStates::Writer& writer() { return writer_; }

 private:
  static constexpr Word most_lefts = Word{1} << 31;

  struct OfLength {
    explicit OfLength(std::uint32_t length) : shape(length) {}
    FoldShape shape;
    Folded folded{shape};
  };

  // The number of a node; Folded::none if there is no room. Numbers fit into a word: half of their places, which are
  // even.
  [[nodiscard]] Word insert(Word left, Word right);
  [[nodiscard]] containers::Pair at(Word number) const;
  // False if there is no room.
  [[nodiscard]] bool make_code(std::uint32_t length, containers::Pair root);
  [[nodiscard]] Folded* folded(std::uint64_t length);

  SharedStates& nodes_;
  SharedStates::Writer writer_;
  std::atomic<std::uint32_t>& usual_length_;
  base::Budget& budget_;
  std::uint64_t bytes_ = 0;
  std::unordered_map<std::uint32_t, std::unique_ptr<OfLength>> by_length_;
  std::array<Word, 2> code_{};
};

class TreeCoding {
 public:
  // What there has to be of each state beside its code.
  static constexpr SharedStates::Form of_codes{.marks = true, .length = 2};

  // `cas_failure_rate`: see SharedStates::Writer.
  TreeCoding(base::Budget& budget, unsigned cas_failure_rate)
      : budget_(budget), cas_failure_rate_(cas_failure_rate), nodes_(budget, {.marks = false, .length = 2}) {}

  // For one more worker.
  [[nodiscard]] TreeCoder& make();
  // Between rounds: makes room for as many nodes or more. False if the budget refuses that.
  [[nodiscard]] bool prepare(std::uint64_t nodes) { return nodes_.prepare(writers_, nodes); }
  // The budget has refused what a node needs.
  [[nodiscard]] bool refused() const { return nodes_.refused(); }
  [[nodiscard]] std::uint64_t bytes() const { return nodes_.bytes(); }

 private:
  base::Budget& budget_;
  unsigned cas_failure_rate_;
  SharedStates nodes_;
  std::atomic<std::uint32_t> usual_length_{FoldShape::nothing};
  std::vector<std::unique_ptr<TreeCoder>> coders_;
  std::vector<SharedStates::Writer*> writers_;
};

}  // namespace waymark::store
