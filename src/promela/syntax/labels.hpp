// The labels of one process and the jumps to them. A jump may precede its label and, after the expansion of inlines,
// a name may label several statements; jumps() chooses as Spin does: same block first, then an enclosing one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "promela/syntax/ast.hpp"
#include "promela/syntax/names.hpp"

namespace waymark::promela {

class Labels {
 public:
  explicit Labels(const Blocks& blocks) : blocks_(blocks) {}

  void clear();
  // A label's name is met before the statement it belongs to is complete: first mention(), then define().
  std::size_t mention(std::string_view name);
  // False when the same label is already there. `inline_number` is 0 outside of inlines.
  [[nodiscard]] bool define(std::size_t mentioned, const Stmt& target, base::Position at, std::size_t inline_number);
  void jump(std::string_view name, Goto& statement, base::Position at);
  // Where each jump leads, once all labels are known; null for one without a label.
  struct Bound {
    std::string_view name;
    Goto* statement;
    const Stmt* target;
    base::Position at;
  };
  [[nodiscard]] std::vector<Bound> jumps() const;
  [[nodiscard]] std::vector<Process::LabelAt> list() const;

 private:
  // A name and the block in which it was met first, be it as label or as target of a jump.
  struct LabelSymbol {
    std::string name;
    std::uint32_t block;
    std::vector<std::size_t> definitions;
  };
  struct Definition {
    std::size_t symbol;
    const Stmt* target;
    base::Position at;
    std::size_t inline_number;
  };
  struct Jump {
    std::size_t symbol;
    Goto* statement;
    base::Position at;
  };

  [[nodiscard]] const Stmt* find(const Jump& jump) const;

  // Calls `visit` with the symbol of that name in each block from `block` outwards, until it answers true.
  template <class Visit>
  void outwards(std::string_view name, std::uint32_t block, Visit visit) const;

  const Blocks& blocks_;
  std::vector<LabelSymbol> symbols_;
  struct Home {
    std::map<std::uint32_t, std::size_t> by_block;  // symbols
    const Stmt* youngest = nullptr;                 // what the name was given to last
  };
  NameMap<Home> homes_;
  std::vector<Definition> definitions_;
  std::vector<Jump> jumps_;
};

}  // namespace waymark::promela
