// Nested depth-first search: finds a cycle through an accepting state, in time and memory of a plain search and two
// bits per state. The first search paints states cyan while they are on its path and blue when it leaves them; from
// each accepting state that it leaves, a second search looks for a way back to the path, painting red what leads
// nowhere. (Courcoubetis, Vardi, Wolper, Yannakakis; with the early detection and the red shortcut of Gaiser and
// Schwoon: a state all of whose successors are red needs no second search.)
//
// It needs a model whose transitions in a state are the same in both searches, reduced or not: contract 1 gives that.
#pragma once

#include "search/colours.hpp"
#include "search/explorer.hpp"
#include "search/path.hpp"
#include "search/pile.hpp"
#include "search/search.hpp"

namespace waymark::search {

class Nested final : public Search, private Route {
 public:
  explicit Nested(Parts parts);

  [[nodiscard]] Outcome run() override;

 private:
  // Of a state on the first search's path.
  struct Note {
    bool accepting = false;
    bool all_red = true;  // its successors so far
  };

  void enter(std::uint64_t number);
  void meet(std::uint64_t number);
  void leave();
  void look_for_cycle(std::uint64_t seed);
  [[nodiscard]] bool arrive_again();
  void found_cycle(std::uint64_t number);
  void paint(std::uint64_t number, Colour colour);
  void choices(std::vector<std::uint32_t>& out) const override;

  Path path_;
  Path second_;
  Pile<Note> notes_;
  Colours colours_;
  Explorer explorer_;
};

}  // namespace waymark::search
