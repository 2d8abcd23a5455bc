// Reads a module of textual LLVM IR, as LLVM 14 to 19 write it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "llvm/syntax/module.hpp"

namespace waymark::llvm {

inline constexpr std::uint64_t most_ir_bytes = 1u << 28;

// `file` is for messages. Types are laid out and every operand has the type that its instruction asks for. That a
// register is set before it is used is not checked. Throws base::InputError with one line: file:line:column.
[[nodiscard]] Module read_module(const std::string& file, std::string_view text,
                                 std::shared_ptr<TypeTable> types = std::make_shared<TypeTable>());

}  // namespace waymark::llvm
