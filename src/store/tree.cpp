#include "store/tree.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.hpp"

namespace waymark::store {

namespace {

constexpr std::uint32_t none = containers::PairTable::none;
constexpr unsigned most_successors = 64;        // of a state, before a caller is taken to have gone another way
constexpr std::uint64_t most_lefts = 1u << 31;  // roots have 31 bits for what is on the left

// The number of different values among every length-th word from here on, as bits.
float variation(const std::vector<containers::Word>& words, std::size_t from, std::size_t length,
                std::vector<containers::Word>& column) {
  column.clear();
  for (std::size_t i = from; i < words.size(); i += length) column.push_back(words[i]);
  std::sort(column.begin(), column.end());
  const auto different = std::unique(column.begin(), column.end()) - column.begin();
  return std::log2(static_cast<float>(different));
}

}  // namespace

Tree::~Tree() { budget_->give_back(folded_bytes_); }

void Tree::close() {
  for (auto* const table : {&tables_->bottoms, &tables_->nodes, &tables_->tops, &tables_->roots}) table->close();
}

bool Tree::add_shape(FoldShape shape) {
  const std::uint32_t length = shape.length();
  const std::uint64_t bytes = FoldShape::bytes(length) + Folded::bytes(length);
  if (!budget_->take(bytes)) return false;
  folded_bytes_ += bytes;
  by_length_.emplace(length, std::make_unique<OfLength>(std::move(shape)));
  return true;
}

Folded* Tree::folded(std::uint32_t length) {
  if (last_ != nullptr && last_->words().size() == length) return last_;
  auto entry = by_length_.find(length);
  if (entry == by_length_.end()) {
    if (!add_shape(FoldShape(length))) return nullptr;
    entry = by_length_.find(length);
  }
  return last_ = &entry->second->folded;
}

bool Tree::make_root(const Folded& state, containers::Pair& root) {
  const containers::Pair values = state.root();
  const auto length = static_cast<std::uint32_t>(state.words().size());
  const bool usual = length == usual_length_;
  const std::uint32_t left = usual ? values.left : tables_->tops.insert(values.left, length).number;
  root = {2 * left + (usual ? 0 : 1), values.right};
  return left < most_lefts;
}

bool Tree::find_root(std::span<const Word> state, containers::Pair& root) {
  if (state.size() > FoldShape::most_words) return false;
  Folded* const here = folded(static_cast<std::uint32_t>(state.size()));
  if (here == nullptr) return false;
  const bool differs = here->take_over(state);
  const auto insert = [this](bool bottom, Word left, Word right) {
    return (bottom ? tables_->bottoms : tables_->nodes).insert(left, right).number;
  };
  if ((differs || !here->is_folded()) && !here->fold(insert)) {
    here->forget_nodes();
    return false;
  }
  const bool made = make_root(*here, root);
  // Its siblings are to come, and they differ less from the state that they all come from.
  if (successors_ > 0) {
    --successors_;
    here->go_back();
  }
  return made;
}

Found Tree::insert(const containers::Packed& state) {
  if (!reshaped_ && size() == reshaped_at) reshape();
  containers::Pair root;
  if (!find_root(state.words, root)) return {Seen::no_room, 0};
  const auto answer = tables_->roots.insert(root.left, root.right);
  if (answer.number == none) return {Seen::no_room, 0};
  return {answer.fresh ? Seen::fresh : Seen::known, answer.number};
}

std::span<const containers::Word> Tree::words(std::uint64_t number) {
  CHECK(number < size());
  successors_ = most_successors;
  containers::Pair root = tables_->roots.at(static_cast<std::uint32_t>(number));
  const bool usual = root.left % 2 == 0;
  std::uint32_t length = usual_length_;
  root.left /= 2;
  if (!usual) {
    const containers::Pair top = tables_->tops.at(root.left);
    root.left = top.left;
    length = top.right;
  }
  Folded* const here = folded(length);
  CHECK(here != nullptr);  // made when a state of this length was inserted, and never given up
  here->unfold(
      root, [this](bool bottom, Word value) { return bottom ? tables_->bottoms.at(value) : tables_->nodes.at(value); });
  return here->words();
}

void Tree::reshape() {
  reshaped_ = true;
  Tree better(*budget_);
  better.reshaped_ = true;
  if (!better.learn_from(*this)) return;
  for (std::uint64_t number = 0; number < size(); ++number) {
    if (better.insert({words(number), {}}).seen != Seen::fresh) return;
  }
  successors_ = 0;
  swap(better);
}

bool Tree::learn_from(Tree& other) {
  constexpr std::uint64_t most_words = 1 << 18;  // of the states that are looked at
  std::map<std::uint32_t, std::vector<Word>> samples;
  std::map<std::uint32_t, std::uint64_t> frequency;
  const std::uint64_t step = std::max<std::uint64_t>(1, other.size() * other.words(0).size() / most_words);
  for (std::uint64_t number = 0; number < other.size(); number += step) {
    const auto words = other.words(number);
    const auto length = static_cast<std::uint32_t>(words.size());
    ++frequency[length];
    samples[length].insert(samples[length].end(), words.begin(), words.end());
  }
  usual_length_ = std::max_element(frequency.begin(), frequency.end(), [](const auto& a, const auto& b) {
                    return a.second < b.second;
                  })->first;
  std::vector<Word> column;
  for (const auto& [length, words] : samples) {
    std::vector<float> variations;
    for (std::size_t i = 0; i < length; ++i) variations.push_back(variation(words, i, length, column));
    if (!add_shape(FoldShape(variations))) return false;
  }
  return true;
}

void Tree::swap(Tree& other) {
  std::swap(tables_, other.tables_);
  std::swap(by_length_, other.by_length_);
  std::swap(last_, other.last_);
  std::swap(usual_length_, other.usual_length_);
  std::swap(folded_bytes_, other.folded_bytes_);
}

}  // namespace waymark::store
