// Reads metadata about the source, but only what something asks for: definitions are noted by their offset and read
// when they are needed, each at most once, and without recursion.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "llvm/syntax/debug.hpp"
#include "llvm/syntax/module.hpp"
#include "llvm/syntax/tokens.hpp"

namespace waymark::llvm {

// A reference to metadata: its number, or none.
inline constexpr std::uint64_t no_node = ~std::uint64_t{0};

class DebugReader {
 public:
  DebugReader(Tokens& tokens, Debug& debug)
      : tokens_(tokens), debug_(debug), budget_(16 * tokens.text().size() + 1'000'000) {}

  // Notes where the node's text begins.
  void note(std::uint64_t number, std::size_t offset) { offsets_[number] = offset; }
  // Notes metadata that stands where it is used, and gives it a number.
  std::uint64_t note_inline(std::size_t offset);

  std::uint32_t place(std::uint64_t number);                // of a DILocation
  std::uint32_t scope(std::uint64_t number);                // of a DISubprogram or a block
  void describe(std::uint64_t number, Variable& variable);  // by a DILocalVariable
  void describe(std::uint64_t number, Global& global);      // by a DIGlobalVariableExpression
  // Fills all in that was asked for.
  void finish();

 private:
  struct Field {
    std::string_view name, value;
  };
  struct Node {
    std::string_view kind;      // DILocation, or empty for a list
    std::vector<Field> fields;  // of a list without names
    std::string_view value(std::string_view name) const;
    std::uint64_t number(std::string_view name) const;
    std::int64_t signed_number(std::string_view name) const;
    std::uint64_t reference(std::string_view name) const;
    std::string text(std::string_view name) const;
  };

  Node node(std::uint64_t number) const;
  std::uint32_t file(std::uint64_t number);
  std::uint32_t type(std::uint64_t number);
  void fill_place(std::uint64_t number, std::uint32_t index);
  void fill_scope(std::uint64_t number, std::uint32_t index);
  void fill_type(std::uint64_t number, std::uint32_t index);
  void fill_composite(const Node& node, DebugType& made);
  void fill_members(const Node& node, DebugType& made);
  std::vector<std::uint64_t> list(std::uint64_t number) const;
  void break_cycles();

  using Known = std::unordered_map<std::uint64_t, std::uint32_t>;
  struct Wanted {
    std::uint64_t number;
    std::uint32_t index;
  };

  Tokens& tokens_;
  Debug& debug_;
  std::unordered_map<std::uint64_t, std::size_t> offsets_;
  mutable std::uint64_t budget_;  // bytes that may still be read; hostile metadata is read again and again
  std::uint64_t next_inline_ = std::uint64_t{1} << 62;
  Known files_, places_, scopes_, types_;
  std::unordered_map<std::string, std::uint32_t> file_names_;
  std::vector<Wanted> wanted_places_, wanted_scopes_, wanted_types_;
};

}  // namespace waymark::llvm
