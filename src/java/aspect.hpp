// What threads are at, as a number (model::Aspects): of all or of one, by their whole stacks or by program counters.
#pragma once

#include <cstdint>

#include "java/memory/memory.hpp"
#include "model/aspect.hpp"

namespace waymark::java {

[[nodiscard]] std::uint64_t aspect_of(Memory& memory, const model::Aspect& aspect);

}  // namespace waymark::java
