// How large an input may be. Each bound is far above what models need and far below what would hurt the machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace waymark::promela::limits {

inline constexpr std::size_t text_bytes = 16U << 20U;       // after preprocessing
inline constexpr std::size_t tokens = 2'000'000;            // after expansion of inlines
inline constexpr std::size_t inline_depth = 64;             // calls within calls
inline constexpr std::size_t block_depth = 120;             // statements within statements; Spin stops at 128 braces
inline constexpr std::size_t expression_depth = 200;        // parentheses, indices, prefix operators
inline constexpr std::size_t expression_operators = 4'000;  // in one expression: trees lean, and are walked recursively
inline constexpr std::int64_t cells = 1'000'000;            // values in one variable or one channel
inline constexpr std::size_t fields = 1'000;                // of one typedef
inline constexpr std::size_t inline_parameters = 100;
inline constexpr std::int64_t channel_slots = 65'535;
inline constexpr std::uint32_t processes = 255;
inline constexpr std::size_t mtype_names = 255;  // per subtype: a value is one byte, 0 is none

}  // namespace waymark::promela::limits
