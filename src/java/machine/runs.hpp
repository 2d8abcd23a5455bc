// When a run of the interpreter is over because the frame it was called for has been left.
#pragma once

#include <cstddef>

#include "java/memory/thread.hpp"

namespace waymark::java {

// A run that was called from outside, on a thread without frames.
inline constexpr std::size_t outside = ~std::size_t{0};

inline bool come_back(const Thread& thread, std::size_t until) {
  return thread.frames.size() == until || (until == outside && thread.frames.empty());
}

}  // namespace waymark::java
