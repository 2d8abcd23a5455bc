#include "java/classfile/opcodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace waymark::java {
namespace {

bool same(const Opcode& one, const Opcode& other) {
  return one.effect.taken == other.effect.taken && one.effect.given == other.effect.given &&
         one.local.taken == other.local.taken && one.local.given == other.local.given && one.flow == other.flow;
}

TEST(Opcodes, a_short_form_does_what_the_long_one_does) {
  for (std::size_t kind = 0; kind < 5; ++kind) {
    for (std::size_t local = 0; local < 4; ++local) {
      const Opcode& load = opcodes[op_iload_0 + 4 * kind + local];
      const Opcode& store = opcodes[op_istore_0 + 4 * kind + local];
      EXPECT_EQ(load.name, std::string(opcodes[op_iload + kind].name) + "_" + std::to_string(local));
      EXPECT_EQ(store.name, std::string(opcodes[op_istore + kind].name) + "_" + std::to_string(local));
      EXPECT_TRUE(same(load, opcodes[op_iload + kind])) << load.name;
      EXPECT_TRUE(same(store, opcodes[op_istore + kind])) << store.name;
    }
  }
  EXPECT_TRUE(same(opcodes[op_goto], opcodes[op_goto_w]));
  EXPECT_TRUE(same(opcodes[op_jsr], opcodes[op_jsr_w]));
}

// What a load pushes is what it reads; what a store writes is what it pops.
TEST(Opcodes, values_go_between_the_stack_and_a_local_variable_as_they_are) {
  for (std::size_t kind = 0; kind < 5; ++kind) {
    EXPECT_EQ(opcodes[op_iload + kind].effect.given, opcodes[op_iload + kind].local.taken);
    EXPECT_EQ(opcodes[op_istore + kind].effect.taken, opcodes[op_istore + kind].local.given);
  }
}

TEST(Opcodes, words_that_are_moved_are_those_that_were_there) {
  const auto is_word = [](char letter) { return letter >= 'a' && letter <= 'd'; };
  for (const Opcode& row : opcodes) {
    const auto words = std::count_if(row.effect.taken.begin(), row.effect.taken.end(), is_word);
    if (words == 0) {
      EXPECT_TRUE(std::none_of(row.effect.given.begin(), row.effect.given.end(), is_word)) << row.name;
      continue;
    }
    EXPECT_EQ(static_cast<std::size_t>(words), row.effect.taken.size())
        << row.name << ": words and values are not mixed";
    for (const char word : row.effect.given) {
      EXPECT_EQ(std::count(row.effect.taken.begin(), row.effect.taken.end(), word), 1) << row.name;
    }
  }
}

TEST(Opcodes, whoever_goes_elsewhere_has_somewhere_to_go) {
  for (const Opcode& row : opcodes) {
    const bool target = row.operands == Operands::branch2 || row.operands == Operands::branch4;
    const bool table = row.operands == Operands::table || row.operands == Operands::lookup;
    EXPECT_EQ(target, row.flow == Flow::branch || row.flow == Flow::jump || row.flow == Flow::subroutine) << row.name;
    EXPECT_EQ(table, row.flow == Flow::select) << row.name;
    if (row.flow == Flow::leave) {
      EXPECT_EQ(row.effect.given, "") << row.name;
    }
  }
}

}  // namespace
}  // namespace waymark::java
