// What the names of a specification stand for while it is read: globals of every kind, and the blocks of the process
// that is being read. Promela has one name space and no shadowing: a name in sight cannot be declared again.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "promela/syntax/ast.hpp"
#include "promela/syntax/token_stream.hpp"

namespace waymark::promela {

// Braces nest into a forest of blocks: a process's parameters can have braces of their own before those of its body.
class Blocks {
 public:
  void clear();
  void open();
  void close();
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] std::uint32_t current() const { return open_.empty() ? 0 : open_.back(); }
  // The block around one; of an outermost one, itself.
  [[nodiscard]] std::uint32_t parent(std::uint32_t block) const {
    return block < parents_.size() ? parents_[block] : 0;
  }

 private:
  std::vector<std::uint32_t> parents_;  // by block number
  std::vector<std::uint32_t> open_;
};

template <class T>
using NameMap = std::map<std::string, T, std::less<>>;

class Names {
 public:
  NameMap<const Symbol*> globals;
  NameMap<const MtypeName*> mtypes;
  NameMap<const Record*> records;
  NameMap<const Process*> processes;
  NameMap<std::size_t> inlines;  // index into a list of definitions

  void enter_process();
  void leave_process();
  void open_block();
  void close_block();
  [[nodiscard]] const Blocks& blocks() const { return blocks_; }
  [[nodiscard]] bool in_process() const { return in_process_; }
  void declare_local(const Symbol& symbol);
  void declare_label(std::string_view name);

  // A variable or parameter in sight, or null.
  [[nodiscard]] const Symbol* variable(std::string_view name) const;
  // What a name in sight is, in words with an article ("a variable"); empty when the name is free.
  [[nodiscard]] std::string_view kind(std::string_view name) const;

 private:
  struct Local {
    const Symbol* symbol;  // null for a label
  };
  [[nodiscard]] const Local* local(std::string_view name) const;
  void declare(std::string name, const Symbol* symbol);

  Blocks blocks_;
  NameMap<std::vector<Local>> locals_;            // of open blocks only; the innermost last
  std::vector<std::vector<std::string>> opened_;  // the names of each open block
  bool in_process_ = false;
};

// _pid, _nr_pr and so on: names that no declaration may take.
[[nodiscard]] bool is_predefined(std::string_view name);

}  // namespace waymark::promela
