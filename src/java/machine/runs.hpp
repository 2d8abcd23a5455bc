// Where the next frame of a thread begins, and when a run of the interpreter is over because the frame it was called
// for has been left.
#pragma once

#include <cstddef>
#include <cstdint>

#include "java/memory/thread.hpp"

namespace waymark::java {

// A run that was called from outside, on a thread without frames.
inline constexpr std::size_t outside = ~std::size_t{0};

inline bool come_back(const Thread& thread, std::size_t until) {
  return thread.frames.size() == until || (until == outside && thread.frames.empty());
}

// Behind the operand stack of the topmost frame: the place of a frame without arguments.
inline std::uint32_t first_free_word(const Thread& thread) {
  if (thread.frames.empty()) return 0;
  const Frame& top = thread.frames.back();
  return top.base + top.method->max_locals + top.depth;
}

}  // namespace waymark::java
