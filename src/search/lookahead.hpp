// Lookahead: while a depth-first search is at a state, finds out where its next transitions lead and tells the store.
// What the store needs for all of them is then on its way from memory at the same time, instead of one after the other.
// A model may be able to tell without going there; otherwise, if its steps are short, they are taken before their turn.
// Where they lead is put aside: of those that lead to known states, which are most, none is taken then. Stores are not
// asked to approach what they were told of: that would wait for the first of it to come.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/model.hpp"
#include "model/path.hpp"
#include "search/explorer.hpp"
#include "store/store.hpp"

namespace waymark::search {

class Lookahead {
 public:
  Lookahead(model::Model& model, store::Store& store) : model_(model), store_(store), tries_(model.steps_are_cheap()) {}

  // Not where few transitions move to a state at once: the others are taken twice.
  [[nodiscard]] bool pays() const { return looked_ < enough || 2 * foreseen_ >= looked_; }
  // Where the next transition of the path's top node leads, or nullptr: nothing is known of that. It lasts until the
  // next call. The model stands where the node was added or, if something was taken from it, anywhere behind; it goes
  // where the answer says that it is, and may be put back otherwise. So many transitions have been taken by the search.
  [[nodiscard]] const Prefetched* next(model::Path& path, std::uint64_t taken);

 private:
  static constexpr std::uint32_t least = 2;  // one alone is asked for before anything has come
  static constexpr std::uint32_t most = 32;
  static constexpr std::size_t most_words = 1 << 13;  // put aside for one state, but for the last that was
  static constexpr std::uint64_t enough = 1 << 14;    // transitions, to judge by them
  static constexpr std::uint64_t nodes = 16;          // the last ones of the path: a search turns back soon, as a rule
  static constexpr std::uint64_t long_ago = 256;      // transitions, after which what was fetched may be gone

  struct Item {
    store::Probe probe;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;  // of its words
    bool announced = false;
  };
  struct Node {
    std::uint64_t size = 0;    // of the path with it on top
    std::uint64_t number = 0;  // of its state
    std::uint64_t taken = 0;   // transitions when its items were announced
    std::uint32_t first = 0;   // choice of those looked at
    bool tried = false;        // all that could be taken before their turn have been
    std::vector<Item> items;
    std::vector<model::Word> words;
  };

  [[nodiscard]] static bool is(const Node& node, const model::Path& path) {
    return node.size == path.size() && node.number == path.number();
  }
  // Begins with a node: announces what the model can tell of it.
  void ask(Node& node, const model::Path& path);
  // Takes what it could not tell of, from the last to the next, at which the model stands then if it moves there: the
  // search will go on from it if nobody has been there.
  void try_out(Node& node, model::Path& path);
  // The words from here on are where it leads.
  void put_aside(Node& node, Item& item, std::size_t begin);
  void announce_again(Node& node, std::uint32_t from);

  model::Model& model_;
  store::Store& store_;
  bool tries_;  // out what the model cannot tell
  std::array<Node, nodes> nodes_;
  Prefetched foreseen_now_;
  std::uint64_t looked_ = 0;    // transitions
  std::uint64_t foreseen_ = 0;  // of these, that moved
};

}  // namespace waymark::search
