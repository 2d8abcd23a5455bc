// Decoder: one function of a module as Code.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "llvm/code/code.hpp"
#include "llvm/code/constants.hpp"

namespace waymark::llvm {

class Decoder {
 public:
  Decoder(Program& program, const Constants& constants,
          std::map<std::tuple<std::uint64_t, std::uint64_t, Reference>, std::uint32_t>& known);

  void run(const Function& function, Code& code);

 private:
  // Why an instruction cannot be run; it is refused when it is executed.
  struct Refused {
    std::string why;
  };

  void lay_slots();
  void find_promoted();
  [[nodiscard]] bool stays_local(std::uint32_t reg, const Type& type) const;
  [[nodiscard]] bool only_marks_life(std::uint32_t reg) const;
  [[nodiscard]] const Instruction* maker(llvm::Operand operand) const;
  [[nodiscard]] bool is_row(const Instruction& i) const;
  [[nodiscard]] bool only_accesses(const Instruction& i) const;
  void decode(const Instruction& i);
  void decode_block(std::uint32_t block);
  void decode_memory(const Instruction& i);
  void note_order(Op& op, Ordering ordering);
  void decode_load(const Instruction& i);
  void decode_store(const Instruction& i);
  void decode_alloca(const Instruction& i);
  void decode_address(const Instruction& i);
  void decode_members(const Instruction& i);
  void decode_conversion(const Instruction& i);
  void decode_call(const Instruction& i);
  void decode_invoke(const Instruction& i);
  void decode_landing(const Instruction& i);
  void decode_end(const Instruction& i);
  void decode_arithmetic(const Instruction& i);
  void note_compared(llvm::Operand operand);
  void name_locals();

  [[nodiscard]] std::uint32_t edge(std::uint32_t to);
  // The slots of an operand, one for each scalar.
  [[nodiscard]] std::vector<Source> sources(llvm::Operand operand);
  [[nodiscard]] Source source(llvm::Operand operand);
  [[nodiscard]] Source constant(const Value& value);
  [[nodiscard]] std::uint32_t dest(const Instruction& i) const { return first_slot_[i.result]; }
  [[nodiscard]] unsigned width(const Type& type) const;
  [[nodiscard]] const Type& type_of(llvm::Operand operand) const { return module_.type_of(*function_, operand); }
  Op& emit(Do what, const Instruction& i);
  std::uint32_t temporary() { return code_->slots++; }
  std::uint32_t new_site(const Instruction& i, std::uint64_t size, bool heap);

  Program& program_;
  const Module& module_;
  const Constants& constants_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, Reference>, std::uint32_t>& known_;
  const Function* function_ = nullptr;
  Code* code_ = nullptr;
  std::uint32_t block_ = 0;
  std::vector<std::uint32_t> first_slot_;  // of each register
  std::vector<std::uint32_t> promoted_;    // of each register that is the address of a variable: its slot, or no_slot
  std::vector<std::vector<std::uint32_t>> users_;  // of each register: instructions
  std::vector<std::uint32_t> makers_;              // of each register: the instruction, or no_slot
  std::vector<std::uint32_t> block_start_;
  std::uint32_t place_ = 0;
};

// Which slots are live where: fills Code's lists.
void find_live(Code& code);

}  // namespace waymark::llvm
