// PartTree: a state of many named parts, for models whose states are too large to be touched as a whole (Heap, Java).
// All costs follow what a step touches, not what there is: writing and undoing a part, packing the state into one root
// number, going over to another root (compared from the top, only what differs is rewritten), fingerprinting.
//
// The parts are the leaves of a binary trie over the bits of their mixed names; a subtree with a single leaf is that
// leaf. So the shape is a function of the set of names alone, and equal states have equal roots over one Pools. In
// memory four levels of the trie make one node of 16 slots.
//
// A node's values (numbers in Pools) are remembered until a part below is written. A write notes the values it makes
// stale in the journal, so that a rewind brings them back and the next pack looks up only what is new.
#pragma once

#include <array>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "model/fingerprint.hpp"
#include "model/model.hpp"
#include "model/pools.hpp"

namespace waymark::model {

// Thrown by pack(), which has no other way to say it: the search cannot go on and must report itself incomplete.
class PoolsFull : public std::bad_alloc {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "no room for another part of a state"; }
};

class PartTree {
 public:
  using Name = std::uint64_t;

  explicit PartTree(Pools& pools) : pools_(&pools) { clear(); }
  PartTree(const PartTree&) = delete;
  PartTree& operator=(const PartTree&) = delete;

  // Before any part is hashed.
  void key(const Key& key) { key_ = key; }

  // No parts, no marks.
  void clear();
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool has(Name name) const { return find(name) != no_leaf; }
  // REQUIRES: has(name). The view lasts until the tree is changed.
  [[nodiscard]] std::span<const Word> get(Name name) const;
  // For writing in place; as long as get()'s. REQUIRES: has(name).
  [[nodiscard]] std::span<Word> edit(Name name);
  // Adds the part, or replaces its words.
  void set(Name name, std::span<const Word> words);
  // REQUIRES: has(name).
  void erase(Name name);

  [[nodiscard]] Mark mark() {
    ++epoch_;
    return journal_.size();
  }
  void rewind(Mark mark);

  // Throws PoolsFull.
  [[nodiscard]] Word pack() { return value(0, 1); }
  // Forgets all marks. REQUIRES: a root packed over the same Pools.
  void unpack(Word root);

  void write(base::ByteSink& sink) const;
  // False if these are no parts written by write(); then the tree is empty. Forgets all marks.
  [[nodiscard]] bool read(base::ByteSource& source);

  [[nodiscard]] Fingerprint fingerprint();
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  static constexpr std::uint32_t no_leaf = ~std::uint32_t{0};
  static constexpr unsigned fan_bits = 4;
  static constexpr std::uint32_t fan_out = 1u << fan_bits;
  // Values of subtrees: nothing, or twice the number of a pair and two more, odd for a leaf: (name, contents).
  static constexpr Word empty = 0;
  static constexpr Word stale = ~Word{0};

  // Slot n of a node belongs to position fan_out + n; position p stands above 2p and 2p + 1, and 1 on top.
  struct Node {
    std::array<std::uint32_t, fan_out> child{};  // 0 if none, else twice an index and one for a leaf, two for a node
    std::array<Word, 2 * fan_out> value{};
  };
  struct Leaf {
    Name name = 0;
    std::vector<Word> words;
    Fingerprint hash;
    std::uint64_t epoch = 0;  // of the last write: within one epoch only the first goes into the journal
    std::uint32_t name_number = Pools::none;
    bool live = false;
    bool hashed = false;  // hash is up to date and in sum_
    bool listed = false;  // stands in unhashed_
  };
  struct Place {
    std::uint32_t node = 0;
    std::uint32_t slot = 0;
  };
  enum class Kind : Word { edited, inserted, erased };

  static std::uint64_t mixed(Name name);
  static std::uint32_t slot_at(std::uint64_t mixed_name, unsigned depth) {
    return static_cast<std::uint32_t>(mixed_name >> (64 - fan_bits * (depth + 1)) & (fan_out - 1));
  }
  static bool is_leaf(std::uint32_t child) { return child % 2 != 0; }
  static std::uint32_t leaf_child(std::uint32_t leaf) { return 2 * leaf + 1; }
  static std::uint32_t node_child(std::uint32_t node) { return 2 * node + 2; }
  static std::uint32_t index_of(std::uint32_t child) { return (child - 1) / 2; }
  static bool is_leaf_value(Word value) { return value % 2 != 0; }
  static std::uint32_t number_of(Word value) { return (value - 2) / 2; }

  // The way from the root to a leaf.
  struct Way {
    std::array<Place, 64 / fan_bits> places;
    unsigned length = 0;
    std::uint32_t leaf = no_leaf;
  };
  [[nodiscard]] std::uint32_t find(Name name) const;
  [[nodiscard]] Way way_to(Name name) const;
  void make_stale(const Way& way);
  std::uint32_t before_write(Name name);
  void resize(Leaf& leaf, std::size_t words);
  void rehash_later(std::uint32_t leaf);
  void take_out_hash(Leaf& leaf);

  // Structure only: no journal. Both leave the values on the way stale.
  std::uint32_t attach(Name name);
  void detach(Name name);
  std::uint32_t new_node();

  void note_edit(const Way& way);
  void note_words_and_hash(const Leaf& leaf);
  void undo();
  void undo_words_and_hash(std::uint32_t leaf);
  void push_long(std::uint64_t value);
  Word pop();
  std::uint64_t pop_long();

  [[nodiscard]] Word value(std::uint32_t node, std::uint32_t position);
  [[nodiscard]] Word leaf_value(std::uint32_t leaf);
  [[nodiscard]] Word pair_value(Word left, Word right, Word kind);

  // A leaf of the state to go over to, as a pair of Pools.
  struct Arrival {
    Name name = 0;
    std::uint32_t name_number = 0;
    std::uint32_t contents = 0;
  };
  void compare(std::uint32_t node, std::uint32_t position, Word target);
  void stamp(std::uint32_t node, std::uint32_t position, Word target);
  [[nodiscard]] Arrival arrival(Word leaf) const;
  void list_leaving(std::uint32_t node, std::uint32_t position);
  void list_arriving(Word target);
  // What stands below a position: 0 if nothing, a leaf if that is all, else `several`.
  static constexpr std::uint32_t several = ~std::uint32_t{0} - 1;
  [[nodiscard]] std::uint32_t below(std::uint32_t node, std::uint32_t position) const;
  void write_node(std::uint32_t node, base::ByteSink& sink) const;

  Pools* pools_;
  Key key_ = Key::quick();
  std::vector<Node> nodes_;  // 0 is the root
  std::vector<Leaf> leaves_;
  std::vector<std::uint32_t> free_nodes_;
  std::vector<std::uint32_t> free_leaves_;
  std::uint64_t size_ = 0;
  std::uint64_t words_ = 0;  // of all parts
  std::uint64_t epoch_ = 1;
  std::vector<Word> journal_;  // entries are read from the end: kind last
  std::vector<std::uint32_t> unhashed_;
  Fingerprint sum_;
  std::vector<Name> leaving_;
  std::vector<Arrival> arriving_;
};

}  // namespace waymark::model
