// Any bytes as the text of LLVM IR: refused with one line that has a place, or read, and what was read can be linked.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "llvm/link/link.hpp"
#include "llvm/syntax/read.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    std::vector<waymark::llvm::Module> modules;
    modules.push_back(waymark::llvm::read_module("a.ll", {reinterpret_cast<const char*>(data), size}));
    for (const auto& function : modules.front().functions) {
      for (const auto& instruction : function.instructions) {
        for (const auto operand : function.operands_of(instruction)) {
          if (operand.is_none()) std::abort();
          (void)text(modules.front().type_of(function, operand));
        }
        for (const std::uint32_t block : function.blocks_of(instruction)) {
          if (block >= function.blocks.size()) std::abort();
        }
      }
    }
    (void)waymark::llvm::missing_names(waymark::llvm::link(std::move(modules)));
  } catch (const waymark::base::InputError& bad) {
    if (!std::string_view(bad.what()).starts_with("a.ll:")) std::abort();
  }
  return 0;
}
