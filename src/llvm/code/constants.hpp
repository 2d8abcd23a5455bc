// Constants of a module as values and as contents of memory.
#pragma once

#include <string>
#include <vector>

#include "llvm/code/code.hpp"

namespace waymark::llvm {

// Which references the addresses of globals are.
class Constants {
 public:
  Constants(const Module& module, const std::vector<DecodedGlobal>& globals) : module_(module), globals_(globals) {}

  // Appends a value for each scalar. An empty text, or why that cannot be done.
  [[nodiscard]] std::string values(std::uint32_t constant, std::vector<Value>& out) const;
  // Writes it to memory, of which all bytes are there.
  [[nodiscard]] std::string place(std::uint32_t constant, std::uint64_t offset, std::vector<Value>& cells) const;
  // The function that an address constant names, or no_slot.
  [[nodiscard]] std::uint32_t function(std::uint32_t constant) const;

 private:
  [[nodiscard]] std::string scalar(std::uint32_t constant, Value& out, int depth) const;
  [[nodiscard]] std::string expression(const Constant& constant, Value& out, int depth) const;
  [[nodiscard]] std::string address(const Constant& constant, Value& out, int depth) const;

  const Module& module_;
  const std::vector<DecodedGlobal>& globals_;
};

// The scalars of a type, in their order; false if there are too many.
[[nodiscard]] bool leaves(const Type& type, std::uint64_t offset, std::vector<Leaf>& out);
// Of a scalar: bits that its value has; 0 if the machine cannot hold it.
[[nodiscard]] unsigned width_of(const Type& type);
// Puts bytes of a value into cells. REQUIRES: a value with a reference goes to a whole cell.
void put_bytes(std::vector<Value>& cells, std::uint64_t offset, unsigned bytes, const Value& value);

}  // namespace waymark::llvm
