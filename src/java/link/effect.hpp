// What an instruction does to the operand stack, as the table of bytecodes says it, with whatever the instruction names
// looked up: each value is one letter (see opcodes.hpp), of those that stand for themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "java/classfile/opcodes.hpp"
#include "java/link/klass.hpp"

namespace waymark::java {

struct Effect {
  std::string pops;  // the topmost last
  std::string pushes;

  // Words are moved, whatever they hold: a letter names the same word on both sides.
  [[nodiscard]] bool moves_words() const { return !pops.empty() && is_word(pops[0]); }
  [[nodiscard]] static bool is_word(char value) { return value >= 'a'; }
};

// REQUIRES: the constants that the instruction names are there and of the right kind, as decode() sees to it.
[[nodiscard]] Effect effect_of(const Method& method, const Insn& insn);

// How many words values take.
[[nodiscard]] constexpr std::uint32_t words_in(char value) { return value == 'J' || value == 'D' ? 2 : 1; }
[[nodiscard]] constexpr std::uint32_t words_in(std::string_view values) {
  std::uint32_t words = 0;
  for (const char value : values) words += words_in(value);
  return words;
}

// A value of that kind; nothing for void.
[[nodiscard]] std::string_view value_of(Kind kind);

// The descriptor of the field, method or call site that it names.
[[nodiscard]] std::string_view descriptor_of(const ClassFile& file, const Insn& insn);

}  // namespace waymark::java
