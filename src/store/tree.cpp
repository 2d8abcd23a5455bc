#include "store/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "base/check.hpp"

namespace waymark::store {

namespace {

constexpr std::uint64_t none = containers::PairTables::none;
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
  for (auto* const table : {&tables_->bottoms, &tables_->nodes, &tables_->tops}) table->close();
  tables_->roots.close();
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

template <typename Top>
bool Tree::make_root(const Folded& state, containers::Pair& root, const Top& top) const {
  const containers::Pair values = state.root();
  const auto length = static_cast<std::uint32_t>(state.words().size());
  const bool usual = length == usual_length_;
  const std::uint32_t left = usual ? values.left : top(values.left, length);
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
  const bool made =
      make_root(*here, root, [this](Word left, Word length) { return tables_->tops.insert(left, length).number; });
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

std::size_t Tree::insert_new(std::span<const std::span<const Word>> states) {
  std::array<containers::Pair, ahead> roots{};
  for (std::size_t done = 0; done < states.size();) {
    if (!reshaped_ && size() == reshaped_at) reshape();
    // Roots mean nothing any more when all states have got better shapes.
    const std::uint64_t most = reshaped_ ? ahead : std::min<std::uint64_t>(ahead, reshaped_at - size());
    const std::size_t count = std::min<std::size_t>(most, states.size() - done);
    std::size_t found = 0;
    while (found < count && find_root(states[done + found], roots[found])) {
      tables_->roots.expect(roots[found].left, roots[found].right);
      ++found;
    }
    for (std::size_t i = 0; i < found; ++i) {
      const auto answer = tables_->roots.insert(roots[i].left, roots[i].right);
      if (answer.number == none) return done + i;
      CHECK(answer.fresh);
    }
    done += found;
    if (found < count) return done;
  }
  return states.size();
}

std::span<const containers::Word> Tree::words(std::uint64_t number) {
  CHECK(number < size());
  successors_ = most_successors;
  const Unmarked root = root_of(number);
  Folded* const here = folded(root.length);
  CHECK(here != nullptr);  // made when a state of this length was inserted, and never given up
  unfold(root, *here);
  return here->words();
}

Tree::Unmarked Tree::root_of(std::uint64_t number) const {
  const containers::Pair root = tables_->roots.at(number);
  if (root.left % 2 == 0) return {{root.left / 2, root.right}, usual_length_};
  const containers::Pair top = tables_->tops.at(root.left / 2);
  return {{top.left, root.right}, top.right};
}

void Tree::unfold(const Unmarked& root, Folded& into) const {
  into.unfold(root.values, [this](bool bottom, Word value) {
    return bottom ? tables_->bottoms.at(value) : tables_->nodes.at(value);
  });
}

void Tree::reshape() {
  reshaped_ = true;
  Tree better(*budget_, most_roots_);
  better.reshaped_ = true;
  if (!better.learn_from(*this)) return;
  for (std::uint64_t number = 0; number < size(); ++number) {
    if (better.insert({words(number)}).seen != Seen::fresh) return;
  }
  successors_ = 0;
  swap(better);
  ++shapes_made_;
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

TreeReader::~TreeReader() { tree_.budget_->give_back(bytes_); }

Folded* TreeReader::folded(std::uint32_t length) {
  if (shapes_made_ != tree_.shapes_made_) {
    by_length_.clear();
    last_ = nullptr;
    shapes_made_ = tree_.shapes_made_;
    tree_.budget_->give_back(std::exchange(bytes_, 0));
  }
  if (last_ != nullptr && last_->words().size() == length) return last_;
  auto entry = by_length_.find(length);
  if (entry == by_length_.end()) {
    const auto shape = tree_.by_length_.find(length);
    if (shape == tree_.by_length_.end()) return nullptr;
    // It is needed to read what is there, so a refusal does not count.
    if (tree_.budget_->take(Folded::bytes(length))) bytes_ += Folded::bytes(length);
    entry = by_length_.emplace(length, std::make_unique<Folded>(shape->second->shape)).first;
  }
  return last_ = entry->second.get();
}

std::span<const containers::Word> TreeReader::words(std::uint64_t number) {
  CHECK(number < tree_.size());
  const Tree::Unmarked root = tree_.root_of(number);
  Folded* const here = folded(root.length);
  CHECK(here != nullptr);
  tree_.unfold(root, *here);
  return here->words();
}

bool TreeReader::approach(std::span<const containers::Word> state, containers::Pair& root) {
  if (state.size() > FoldShape::most_words) return false;
  Folded* const here = folded(static_cast<std::uint32_t>(state.size()));
  if (here == nullptr) return false;
  const Tree::Tables& tables = *tree_.tables_;
  const bool differs = here->take_over(state);
  const auto find = [&](bool bottom, containers::Word left, containers::Word right) {
    return (bottom ? tables.bottoms : tables.nodes).find(left, right);
  };
  const bool folds = (!differs && here->is_folded()) || here->fold(find);
  const bool found = folds && tree_.make_root(*here, root, [&](containers::Word left, containers::Word length) {
    return tables.tops.find(left, length);
  });
  here->go_back();
  if (found) tables.roots.expect(root.left, root.right);
  return found;
}

std::uint64_t TreeReader::number(const containers::Pair& root) const {
  const std::uint64_t number = tree_.tables_->roots.find(root.left, root.right);
  return number == none ? nothing : number;
}

}  // namespace waymark::store
