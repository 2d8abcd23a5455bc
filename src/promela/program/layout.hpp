// Layout: where every variable lies. Offsets count from the start of the globals' part, of the process's part, or of
// the record the field belongs to. Small things come first, so that alignment costs at most three bytes a part.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "promela/program/program.hpp"

namespace waymark::promela {

// The write-only variable.
[[nodiscard]] inline bool is_sink(const Symbol& symbol) { return symbol.name == "_"; }

struct Placement {
  std::uint32_t offset = 0;
  std::uint32_t stride = 0;  // bytes of one element
  Cell cell;                 // unless it is a record
};

class Layout {
 public:
  explicit Layout(const Specification& specification);

  [[nodiscard]] const Placement& of(const Symbol& symbol) const { return places_.at(&symbol); }
  [[nodiscard]] std::uint32_t words_of_globals() const { return global_words_; }
  [[nodiscard]] std::uint32_t words_of(const Process& process) const { return process_words_.at(&process); }
  // Hidden variables stand at the end of the globals, behind one flag each.
  [[nodiscard]] const std::vector<const Symbol*>& hidden() const { return hidden_; }
  [[nodiscard]] std::uint32_t hidden_flag(std::size_t number) const {
    return hidden_begin_ + static_cast<std::uint32_t>(number);
  }
  [[nodiscard]] std::uint32_t hidden_begin() const { return hidden_begin_; }

  [[nodiscard]] static Cell cell_of(const Symbol& symbol);
  // The variable, its elements and fields, as a person would name them.
  void visible(const Symbol& symbol, std::vector<Visible>& out) const;
  // A message's fields, with records taken apart.
  [[nodiscard]] ChannelType channel_type(const Symbol& symbol) const;

 private:
  struct Extent {
    std::uint32_t size = 0;
    std::uint32_t alignment = 1;
  };
  Extent extent(const Symbol& symbol) const;
  std::uint32_t place(std::vector<const Symbol*> symbols, std::uint32_t offset);
  void visible(const Symbol& symbol, const std::string& prefix, std::uint32_t offset, std::vector<Visible>& out) const;
  void message_fields(const Type& type, bool element_of_array, std::vector<Field>& out) const;

  std::unordered_map<const Symbol*, Placement> places_;
  std::unordered_map<const Record*, Extent> records_;
  std::unordered_map<const Process*, std::uint32_t> process_words_;
  std::vector<const Symbol*> hidden_;
  std::uint32_t hidden_begin_ = 0;
  std::uint32_t global_words_ = 0;
};

}  // namespace waymark::promela
