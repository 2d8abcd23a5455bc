// Words of IR and what they mean.
#pragma once

#include <optional>
#include <string_view>

#include "llvm/syntax/module.hpp"

namespace waymark::llvm {

std::optional<Opcode> opcode_of(std::string_view word);
std::optional<Predicate> integer_predicate_of(std::string_view word);
std::optional<Predicate> float_predicate_of(std::string_view word);
std::optional<Ordering> ordering_of(std::string_view word);
std::optional<Update> update_of(std::string_view word);
std::optional<Linkage> linkage_of(std::string_view word);
// A flag before operands (nsw, inbounds, fast), if the word is one. Those that change no value of ours are 0.
std::optional<std::uint16_t> flag_of(std::string_view word);

inline bool is_binary(Opcode opcode) { return opcode >= Opcode::add && opcode <= Opcode::xor_; }
inline bool is_cast(Opcode opcode) { return opcode >= Opcode::trunc && opcode <= Opcode::addrspacecast; }

}  // namespace waymark::llvm
