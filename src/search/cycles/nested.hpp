// Nested depth-first search: finds a cycle through an accepting state, in time and memory of a plain search and two
// bits per state. The first search paints states cyan while they are on its path and blue when it leaves them; from
// each accepting state that it leaves, a second search looks for a way back to the path, painting red what leads
// nowhere. (Courcoubetis, Vardi, Wolper, Yannakakis; with the early detection and the red shortcut of Gaiser and
// Schwoon: a state all of whose successors are red needs no second search.)
//
// Where the model knows of components that no cycle leaves, the second search stays within that of the state from which
// it started, and what is beyond counts for nothing; where all states of a cycle are accepting or none is (weak), the
// first search finds the cycle by itself. (Automata of formulas are often weak, and never strongly connected as a
// whole: Edelkamp, Lluch Lafuente, Leue.)
//
// It needs a model whose transitions in a state are the same in both searches, reduced or not: contract 1 gives that.
#pragma once

#include <memory>

#include "search/cycles/colour_map.hpp"
#include "search/cycles/nested_paths.hpp"
#include "search/explorer.hpp"
#include "search/search.hpp"

namespace waymark::search {

class Nested final : public Search, private Route {
 public:
  // For a store that takes no state for another.
  explicit Nested(const Parts& parts);
  Nested(Parts parts, std::unique_ptr<ColourMap> colour_map);

  [[nodiscard]] Outcome run() override;

 private:
  void enter(std::uint64_t number);
  void meet(std::uint64_t number);
  void leave();
  void close(std::uint64_t number, bool red);
  [[nodiscard]] bool arrive_again();
  void choices(std::vector<std::uint32_t>& out) override { paths_.choices(out); }

  NestedPaths paths_;
  std::unique_ptr<ColourMap> colour_map_;
  Explorer explorer_;
};

}  // namespace waymark::search
