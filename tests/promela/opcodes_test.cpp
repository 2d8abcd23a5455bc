// The table of opcodes against the code that the coder makes of the corpus: down every path, the stack is as high as
// the table says, and operands name what is there.
#include "promela/program/opcodes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "promela/program/compile.hpp"
#include "promela/syntax/parse.hpp"

namespace waymark::promela {
namespace {

// Follows a piece of code by the table alone.
class Walk {
 public:
  Walk(const Program& program, std::uint32_t local_bytes, std::set<Op>& seen)
      : program_(program), local_bytes_(local_bytes), seen_(seen) {}

  // How many values the piece leaves, by whichever path; -1 if paths disagree.
  int leaves(Code code) {
    left_ = none;
    heights_.clear();
    follow(code, 0);
    return left_ == none ? -1 : left_;
  }

 private:
  static constexpr int none = -2;

  void follow(std::size_t at, int height) {
    for (;; ++at) {
      ASSERT_LT(at, program_.code.size());
      const auto [known, fresh] = heights_.emplace(at, height);
      ASSERT_EQ(known->second, height) << "where two paths meet, at " << at;
      if (!fresh) return;
      const Instruction& instruction = program_.code[at];
      const Opcode& row = opcode(instruction.op);
      seen_.insert(instruction.op);
      check_operand(instruction, row, at);
      ASSERT_GE(height, pops(instruction, row));
      height += row.pushes - pops(instruction, row);
      ASSERT_LE(height, deepest_stack);
      if (instruction.op == Op::ret) {
        left_ = left_ == none || left_ == height ? height : -1;
        return;
      }
      if (row.operand != Operand::distance) continue;
      const std::size_t to = at + static_cast<std::size_t>(instruction.c);
      if (instruction.op == Op::jump) {
        at = to;
      } else {
        follow(to + 1, height);
      }
    }
  }

  [[nodiscard]] int pops(const Instruction& instruction, const Opcode& row) const {
    if (row.pops != counted) return row.pops;
    const auto c = static_cast<std::size_t>(instruction.c);
    return static_cast<int>(row.operand == Operand::run ? program_.runs.at(c).arguments
                                                        : program_.prints.at(c).arguments);
  }

  void check_operand(const Instruction& instruction, const Opcode& row, std::size_t at) const {
    const auto c = static_cast<std::size_t>(instruction.c);
    const std::size_t size = Cell{row.cell, 0}.size();
    const bool local = row.reads == Reads::local || row.op == Op::local_address;
    switch (row.operand) {
      case Operand::none:
        EXPECT_EQ(instruction.c, 0);
        break;
      case Operand::number:
      case Operand::mask:
        break;
      case Operand::distance:
        EXPECT_LT(at + c + 1, program_.code.size());
        break;
      case Operand::offset:
        EXPECT_LE(c + size, local ? local_bytes_ : program_.global_words * 4);
        EXPECT_EQ(c % size, 0U);
        break;
      case Operand::remote:
        EXPECT_LT(c, program_.types.at(instruction.b).words * 4);
        break;
      case Operand::bound:
        EXPECT_GT(instruction.c, 0);
        EXPECT_GT(instruction.b, 0);
        break;
      case Operand::hidden:
        EXPECT_LT(c, program_.hidden.size());
        break;
      case Operand::type:
        EXPECT_LT(c, program_.types.size());
        break;
      case Operand::label:
        EXPECT_LT(c, program_.types.at(instruction.b).state_count);
        break;
      case Operand::receive:
        EXPECT_LT(c, program_.receives.size());
        break;
      case Operand::run:
        EXPECT_LT(c, program_.runs.size());
        break;
      case Operand::text:
        EXPECT_LT(c, program_.texts.size());
        break;
      case Operand::print:
        EXPECT_LT(c, program_.prints.size());
        break;
    }
  }

  const Program& program_;
  std::uint32_t local_bytes_;
  std::set<Op>& seen_;
  std::map<std::size_t, int> heights_;
  int left_ = none;
};

void check_message(const Program& program, const TransitionInfo& transition, Walk& walk, bool in_trace) {
  if (transition.kind == TransitionKind::send && !in_trace) {
    const SendInfo& send = program.sends.at(transition.operand);
    EXPECT_EQ(walk.leaves(send.channel), 1);
    EXPECT_EQ(walk.leaves(send.arguments), static_cast<int>(send.count));
  } else if (transition.kind == TransitionKind::receive || transition.kind == TransitionKind::send) {
    const ReceiveInfo& receive = program.receives.at(transition.operand);
    EXPECT_EQ(walk.leaves(receive.channel), 1);
    for (const ReceiveField& field : receive.fields) {
      EXPECT_EQ(walk.leaves(field.code), field.kind == ReceiveField::Kind::sink ? 0 : 1);
    }
  }
}

void check_program(const Program& program, std::set<Op>& seen) {
  EXPECT_EQ(Walk(program, 0, seen).leaves(program.initialise), 0);
  for (const ProcessType& type : program.types) {
    SCOPED_TRACE(type.name);
    Walk walk(program, type.words * 4, seen);
    EXPECT_EQ(walk.leaves(type.initialise), 0);
    if (type.provided != 0) {
      EXPECT_EQ(walk.leaves(type.provided), 1);
    }
    const bool in_trace = type.kind == ProcessKind::trace || type.kind == ProcessKind::notrace;
    for (std::uint32_t s = type.first_state; s < type.first_state + type.state_count; ++s) {
      const ControlState& state = program.states[s];
      for (std::uint32_t i = state.first; i < state.first + state.count; ++i) {
        const TransitionInfo& transition = program.transitions[i];
        if (transition.kind == TransitionKind::condition || transition.kind == TransitionKind::launch) {
          EXPECT_EQ(walk.leaves(transition.code), 1);
        } else if (transition.kind == TransitionKind::effect) {
          EXPECT_EQ(walk.leaves(transition.code), 0);
        }
        check_message(program, transition, walk, in_trace);
      }
    }
  }
}

TEST(Opcodes, describe_the_code_of_the_corpus) {
  std::set<Op> seen;
  for (const auto& entry : std::filesystem::directory_iterator(WAYMARK_SOURCE_DIR "/tests/promela/corpus")) {
    if (entry.path().extension() != ".pml") continue;
    SCOPED_TRACE(entry.path().filename().string());
    check_program(*compile(parse_file(entry.path().string())), seen);
  }
  EXPECT_GT(seen.size(), opcodes.size() / 2);  // or the corpus says little
}

TEST(Opcodes, describe_every_instruction_that_the_coder_makes) {
  std::set<Op> seen;
  check_program(*compile(parse_text("every.pml", R"(unsigned a16 : 12; short b16; int c32; byte i;
typedef Pair { unsigned a : 12 }
Pair as16[2]; short bs16[2]; int cs32[2]; byte ds8[2];
hidden byte h;
chan q = [2] of { byte };
proctype R(byte x) { at: x = x + _nr_pr; x = _priority }
active proctype P() {
  unsigned d : 12; short e; int f; byte g;
  a16 = d + e * f - g; b16 = a16 / 3; c32 = b16 % 5; d_step { h = 1; g = h };
  d = as16[i].a; e = bs16[i]; f = cs32[i]; g = ds8[i];
  as16[i].a = c32 << 2; bs16[i] = c32 >> 1; cs32[i] = (c32 & 6) | (d ^ 1); ds8[i] = -g + ~g;
  if
  :: !d && e == f && e != f -> skip
  :: e < f || e <= f || e > f || e >= f -> skip
  :: len(q) > 0 -> skip
  :: full(q) -> skip
  :: empty(q) -> skip
  :: nfull(q) -> skip
  :: nempty(q) -> skip
  :: q?[1] -> skip
  :: timeout -> skip
  :: else -> skip
  fi;
  _ = run R(1);
  set_priority(0, get_priority(_pid));
  assert(R[1]@at || R:x >= 0 || P[0]:g >= 0);
  printf("%d\n", g)
}
never { do :: enabled(0) || pc_value(0) > 3 || _last == 0 od }
)")),
                seen);
  for (const Opcode& row : opcodes) EXPECT_EQ(seen.count(row.op), 1U) << static_cast<int>(row.op);
}

TEST(Opcodes, that_read_or_write_a_variable_name_it) {
  for (const Opcode& row : opcodes) {
    const bool at_fixed_place = row.reads == Reads::global || row.reads == Reads::local;
    EXPECT_EQ(at_fixed_place, row.family == Family::load);
    EXPECT_TRUE(!at_fixed_place || row.operand == Operand::offset);
    const bool by_address = row.reads == Reads::variable || row.writes == Writes::variable;
    EXPECT_EQ(by_address, row.family == Family::fetch || row.family == Family::assign);
    EXPECT_TRUE(!by_address || row.pops > 0);
  }
}

}  // namespace
}  // namespace waymark::promela
