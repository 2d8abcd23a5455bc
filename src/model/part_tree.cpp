#include "model/part_tree.hpp"

#include <algorithm>

#include "base/check.hpp"

namespace waymark::model {

// A bijection, so different names part ways within 64 bits. The order of parts in write() hangs on it.
std::uint64_t PartTree::mixed(Name name) {
  std::uint64_t x = name;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

void PartTree::clear() {
  nodes_.assign(1, {});
  leaves_.clear();
  free_nodes_.clear();
  free_leaves_.clear();
  size_ = 0;
  words_ = 0;
  ++epoch_;
  journal_.clear();
  unhashed_.clear();
  sum_ = {};
}

PartTree::Way PartTree::way_to(Name name) const {
  Way way;
  const std::uint64_t bits = mixed(name);
  std::uint32_t node = 0;
  while (true) {
    const std::uint32_t slot = slot_at(bits, way.length);
    way.places[way.length++] = {node, slot};
    const std::uint32_t child = nodes_[node].child[slot];
    if (child == 0) return way;
    if (is_leaf(child)) {
      if (leaves_[index_of(child)].name == name) way.leaf = index_of(child);
      return way;
    }
    node = index_of(child);
  }
}

std::uint32_t PartTree::find(Name name) const {
  const std::uint64_t bits = mixed(name);
  std::uint32_t node = 0;
  for (unsigned depth = 0;; ++depth) {
    const std::uint32_t child = nodes_[node].child[slot_at(bits, depth)];
    if (child == 0) return no_leaf;
    if (is_leaf(child)) return leaves_[index_of(child)].name == name ? index_of(child) : no_leaf;
    node = index_of(child);
  }
}

std::span<const Word> PartTree::get(Name name) const {
  const std::uint32_t leaf = find(name);
  CHECK(leaf != no_leaf);
  return leaves_[leaf].words;
}

void PartTree::make_stale(const Way& way) {
  for (unsigned i = 0; i < way.length; ++i) {
    Node& node = nodes_[way.places[i].node];
    for (std::uint32_t p = fan_out + way.places[i].slot; p > 0; p /= 2) node.value[p] = stale;
  }
}

// Everything a write needs done beforehand: the old words noted, the values above and the hash no longer relied on.
std::uint32_t PartTree::before_write(Name name) {
  const Way way = way_to(name);
  CHECK(way.leaf != no_leaf);
  Leaf& leaf = leaves_[way.leaf];
  const Place last = way.places[way.length - 1];
  const bool noted = leaf.epoch == epoch_;
  // Written in this epoch and not packed since: then all on the way is stale already.
  if (noted && !leaf.hashed && nodes_[last.node].value[fan_out + last.slot] == stale) return way.leaf;
  if (!noted) note_edit(way);
  leaf.epoch = epoch_;
  make_stale(way);
  rehash_later(way.leaf);
  return way.leaf;
}

std::span<Word> PartTree::edit(Name name) { return leaves_[before_write(name)].words; }

void PartTree::set(Name name, std::span<const Word> words) {
  std::uint32_t leaf = find(name);
  if (leaf != no_leaf) {
    before_write(name);
  } else {
    leaf = attach(name);
    leaves_[leaf].epoch = epoch_;
    push_long(name);
    journal_.push_back(static_cast<Word>(Kind::inserted));
  }
  resize(leaves_[leaf], words.size());
  std::copy(words.begin(), words.end(), leaves_[leaf].words.begin());
}

void PartTree::erase(Name name) {
  const std::uint32_t leaf = find(name);
  CHECK(leaf != no_leaf);
  note_words_and_hash(leaves_[leaf]);
  journal_.push_back(leaves_[leaf].name_number);
  push_long(name);
  journal_.push_back(static_cast<Word>(Kind::erased));
  detach(name);
}

void PartTree::resize(Leaf& leaf, std::size_t words) {
  words_ += words - leaf.words.size();
  leaf.words.resize(words);
}

// --- structure ---

std::uint32_t PartTree::new_node() {
  if (free_nodes_.empty()) {
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t node = free_nodes_.back();
  free_nodes_.pop_back();
  nodes_[node] = {};
  return node;
}

std::uint32_t PartTree::attach(Name name) {
  std::uint32_t leaf = 0;
  if (free_leaves_.empty()) {
    leaf = static_cast<std::uint32_t>(leaves_.size());
    leaves_.emplace_back();
  } else {
    leaf = free_leaves_.back();
    free_leaves_.pop_back();
  }
  leaves_[leaf].name = name;
  leaves_[leaf].name_number = Pools::none;
  leaves_[leaf].live = true;
  rehash_later(leaf);
  ++size_;

  const Way way = way_to(name);
  CHECK(way.leaf == no_leaf);
  make_stale(way);
  Place place = way.places[way.length - 1];
  const std::uint32_t other = nodes_[place.node].child[place.slot];
  if (other != 0) {
    // Another leaf stands here: both go down until they part.
    const std::uint64_t bits = mixed(name);
    const std::uint64_t other_bits = mixed(leaves_[index_of(other)].name);
    for (unsigned depth = way.length;; ++depth) {
      const std::uint32_t lower = new_node();
      nodes_[place.node].child[place.slot] = node_child(lower);
      place = {lower, slot_at(bits, depth)};
      const std::uint32_t other_slot = slot_at(other_bits, depth);
      for (const std::uint32_t slot : {place.slot, other_slot}) {
        for (std::uint32_t p = fan_out + slot; p > 0; p /= 2) nodes_[lower].value[p] = stale;
      }
      if (other_slot != place.slot) {
        nodes_[lower].child[other_slot] = other;
        break;
      }
    }
  }
  nodes_[place.node].child[place.slot] = leaf_child(leaf);
  return leaf;
}

void PartTree::detach(Name name) {
  const Way way = way_to(name);
  CHECK(way.leaf != no_leaf);
  make_stale(way);
  Leaf& leaf = leaves_[way.leaf];
  take_out_hash(leaf);
  resize(leaf, 0);
  leaf.live = false;
  free_leaves_.push_back(way.leaf);
  --size_;
  std::uint32_t rest = 0;
  for (unsigned i = way.length; i-- > 0;) {
    const Place place = way.places[i];
    nodes_[place.node].child[place.slot] = rest;
    if (place.node == 0) break;
    rest = below(place.node, 1);
    if (rest == several) break;
    // A single leaf, which stands for its whole subtree: one level up.
    free_nodes_.push_back(place.node);
  }
}

std::uint32_t PartTree::below(std::uint32_t node, std::uint32_t position) const {
  std::uint32_t first = position;
  std::uint32_t count = 1;
  for (; first < fan_out; first *= 2) count *= 2;
  std::uint32_t found = 0;
  for (std::uint32_t slot = first - fan_out; slot < first - fan_out + count; ++slot) {
    const std::uint32_t child = nodes_[node].child[slot];
    if (child == 0) continue;
    if (found != 0 || !is_leaf(child)) return several;
    found = child;
  }
  return found;
}

// --- journal ---

void PartTree::push_long(std::uint64_t value) {
  journal_.push_back(static_cast<Word>(value));
  journal_.push_back(static_cast<Word>(value >> 32));
}

Word PartTree::pop() {
  const Word word = journal_.back();
  journal_.pop_back();
  return word;
}

std::uint64_t PartTree::pop_long() {
  const std::uint64_t high = pop();
  return high << 32 | pop();
}

void PartTree::note_words_and_hash(const Leaf& leaf) {
  journal_.insert(journal_.end(), leaf.words.begin(), leaf.words.end());
  if (leaf.hashed) {
    push_long(leaf.hash.low);
    push_long(leaf.hash.high);
  }
  journal_.push_back(leaf.hashed ? 1 : 0);
  journal_.push_back(static_cast<Word>(leaf.words.size()));
}

void PartTree::undo_words_and_hash(std::uint32_t index) {
  Leaf& leaf = leaves_[index];
  const std::size_t length = pop();
  rehash_later(index);
  if (pop() != 0) {
    leaf.hash.high = pop_long();
    leaf.hash.low = pop_long();
    leaf.hashed = true;
    sum_ += leaf.hash;
  }
  resize(leaf, length);
  std::copy(journal_.end() - static_cast<std::ptrdiff_t>(length), journal_.end(), leaf.words.begin());
  journal_.resize(journal_.size() - length);
}

void PartTree::note_edit(const Way& way) {
  const Leaf& leaf = leaves_[way.leaf];
  note_words_and_hash(leaf);
  for (unsigned i = 0; i < way.length; ++i) {
    const Node& node = nodes_[way.places[i].node];
    for (std::uint32_t p = fan_out + way.places[i].slot; p > 0; p /= 2) journal_.push_back(node.value[p]);
  }
  push_long(leaf.name);
  journal_.push_back(static_cast<Word>(Kind::edited));
}

void PartTree::undo() {
  const auto kind = static_cast<Kind>(pop());
  const Name name = pop_long();
  if (kind == Kind::inserted) {
    detach(name);
  } else if (kind == Kind::erased) {
    const std::uint32_t leaf = attach(name);
    leaves_[leaf].name_number = pop();
    undo_words_and_hash(leaf);
  } else {
    // The state is as it was right after the edit, so the way has the nodes that it had then, and the values noted are
    // right again or were stale already.
    const Way way = way_to(name);
    std::size_t at = journal_.size() - way.length * (fan_bits + 1);
    const std::size_t begin = at;
    for (unsigned i = 0; i < way.length; ++i) {
      Node& node = nodes_[way.places[i].node];
      for (std::uint32_t p = fan_out + way.places[i].slot; p > 0; p /= 2) node.value[p] = journal_[at++];
    }
    journal_.resize(begin);
    undo_words_and_hash(way.leaf);
  }
}

void PartTree::rewind(Mark mark) {
  ++epoch_;
  while (journal_.size() > mark) undo();
}

// --- fingerprint ---

void PartTree::take_out_hash(Leaf& leaf) {
  if (leaf.hashed) sum_ -= leaf.hash;
  leaf.hashed = false;
}

void PartTree::rehash_later(std::uint32_t index) {
  Leaf& leaf = leaves_[index];
  take_out_hash(leaf);
  if (leaf.listed) return;
  leaf.listed = true;
  unhashed_.push_back(index);
}

Fingerprint PartTree::fingerprint() {
  for (const std::uint32_t index : unhashed_) {
    Leaf& leaf = leaves_[index];
    leaf.listed = false;
    if (!leaf.live || leaf.hashed) continue;
    leaf.hash = key_.hash(leaf.name, {reinterpret_cast<const std::uint8_t*>(leaf.words.data()), leaf.words.size() * 4});
    leaf.hashed = true;
    sum_ += leaf.hash;
  }
  unhashed_.clear();
  return sum_;
}

// --- packing ---

Word PartTree::pair_value(Word left, Word right, Word kind) {
  const std::uint32_t number = pools_->pair(left, right);
  // Half of the numbers: the other half is for leaves.
  if (number >= (stale - 3) / 2) throw PoolsFull();
  return 2 * number + 2 + kind;
}

Word PartTree::leaf_value(std::uint32_t index) {
  Leaf& leaf = leaves_[index];
  if (leaf.name_number == Pools::none) {
    const std::array<Word, 2> name{static_cast<Word>(leaf.name), static_cast<Word>(leaf.name >> 32)};
    leaf.name_number = pools_->part(name);
  }
  const std::uint32_t contents = pools_->part(leaf.words);
  if (leaf.name_number == Pools::none || contents == Pools::none) throw PoolsFull();
  return pair_value(leaf.name_number, contents, 1);
}

Word PartTree::value(std::uint32_t node, std::uint32_t position) {
  const Word known = nodes_[node].value[position];
  if (known != stale) return known;
  Word result = empty;
  if (position >= fan_out) {
    const std::uint32_t child = nodes_[node].child[position - fan_out];
    if (child != 0) result = is_leaf(child) ? leaf_value(index_of(child)) : value(index_of(child), 1);
  } else {
    const Word left = value(node, 2 * position);
    const Word right = value(node, 2 * position + 1);
    const bool single = left == empty || right == empty;
    result = left == empty ? right : left;
    if (!single || (result != empty && !is_leaf_value(result))) result = pair_value(left, right, 0);
  }
  nodes_[node].value[position] = result;
  return result;
}

PartTree::Arrival PartTree::arrival(Word leaf) const {
  const Pair pair = pools_->pair_at(number_of(leaf));
  const auto name = pools_->part_at(pair.left);
  return {name[0] | Name{name[1]} << 32, pair.left, pair.right};
}

void PartTree::list_leaving(std::uint32_t node, std::uint32_t position) {
  if (position < fan_out) {
    list_leaving(node, 2 * position);
    list_leaving(node, 2 * position + 1);
    return;
  }
  const std::uint32_t child = nodes_[node].child[position - fan_out];
  if (child == 0) return;
  if (is_leaf(child)) {
    leaving_.push_back(leaves_[index_of(child)].name);
  } else {
    list_leaving(index_of(child), 1);
  }
}

void PartTree::list_arriving(Word target) {
  if (target == empty) return;
  if (is_leaf_value(target)) {
    arriving_.push_back(arrival(target));
    return;
  }
  const Pair pair = pools_->pair_at(number_of(target));
  list_arriving(pair.left);
  list_arriving(pair.right);
}

// Finds the leaves below a position that are not as in the target.
void PartTree::compare(std::uint32_t node, std::uint32_t position, Word target) {
  if (nodes_[node].value[position] == target) return;
  const std::uint32_t here = below(node, position);
  if (here == several && target != empty && !is_leaf_value(target)) {
    if (position >= fan_out) {
      compare(index_of(nodes_[node].child[position - fan_out]), 1, target);
    } else {
      const Pair pair = pools_->pair_at(number_of(target));
      compare(node, 2 * position, pair.left);
      compare(node, 2 * position + 1, pair.right);
    }
    return;
  }
  if (here != 0 && here != several && is_leaf_value(target)) {
    const Leaf& leaf = leaves_[index_of(here)];
    const Pair pair = pools_->pair_at(number_of(target));
    if (pair.left == leaf.name_number) {
      arriving_.push_back({leaf.name, pair.left, pair.right});
      return;
    }
  }
  list_leaving(node, position);
  list_arriving(target);
}

// Writes down the values of the target, now that the leaves are as there.
void PartTree::stamp(std::uint32_t node, std::uint32_t position, Word target) {
  Word& value = nodes_[node].value[position];
  if (value == target) return;
  value = target;
  if (position >= fan_out) {
    const std::uint32_t child = nodes_[node].child[position - fan_out];
    if (child != 0 && !is_leaf(child)) stamp(index_of(child), 1, target);
  } else if (target == empty || is_leaf_value(target)) {
    for (const std::uint32_t p : {2 * position, 2 * position + 1}) stamp(node, p, below(node, p) == 0 ? empty : target);
  } else {
    const Pair pair = pools_->pair_at(number_of(target));
    stamp(node, 2 * position, pair.left);
    stamp(node, 2 * position + 1, pair.right);
  }
}

void PartTree::unpack(Word root) {
  journal_.clear();
  ++epoch_;
  leaving_.clear();
  arriving_.clear();
  compare(0, 1, root);
  for (const Name name : leaving_) detach(name);
  for (const Arrival& part : arriving_) {
    const Way way = way_to(part.name);
    std::uint32_t leaf = way.leaf;
    if (leaf != no_leaf) {
      make_stale(way);
      rehash_later(leaf);
    } else {
      leaf = attach(part.name);
    }
    const auto words = pools_->part_at(part.contents);
    resize(leaves_[leaf], words.size());
    std::copy(words.begin(), words.end(), leaves_[leaf].words.begin());
    leaves_[leaf].name_number = part.name_number;
  }
  stamp(0, 1, root);
}

// --- other processes ---

void PartTree::write_node(std::uint32_t node, base::ByteSink& sink) const {
  for (const std::uint32_t child : nodes_[node].child) {
    if (child == 0) continue;
    if (!is_leaf(child)) {
      write_node(index_of(child), sink);
      continue;
    }
    const Leaf& leaf = leaves_[index_of(child)];
    sink.u64(leaf.name);
    sink.varint(leaf.words.size());
    for (const Word word : leaf.words) sink.u32(word);
  }
}

void PartTree::write(base::ByteSink& sink) const {
  sink.varint(size_);
  write_node(0, sink);
}

bool PartTree::read(base::ByteSource& source) {
  clear();
  const std::uint64_t count = source.varint();
  std::uint64_t before = 0;
  std::vector<Word> words;
  for (std::uint64_t i = 0; i < count && !source.failed(); ++i) {
    const Name name = source.u64();
    const std::uint64_t length = source.varint();
    // In the order of write(), which also rules out a name given twice.
    if ((i > 0 && mixed(name) <= before) || length > source.left() / sizeof(Word)) {
      clear();
      return false;
    }
    before = mixed(name);
    words.clear();
    for (std::uint64_t k = 0; k < length; ++k) words.push_back(source.u32());
    if (!source.failed()) set(name, words);
  }
  const bool well = !source.failed();
  if (!well) clear();
  journal_.clear();
  ++epoch_;
  return well;
}

std::uint64_t PartTree::bytes() const {
  return nodes_.capacity() * sizeof(Node) + leaves_.capacity() * sizeof(Leaf) + words_ * sizeof(Word) +
         journal_.capacity() * sizeof(Word) + (free_nodes_.capacity() + free_leaves_.capacity()) * 4 +
         unhashed_.capacity() * 4;
}

}  // namespace waymark::model
