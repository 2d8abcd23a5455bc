// What threads are at, as a number (model::Partitionable): of all or of one, by their whole stacks or by program
// counters.
#pragma once

#include <cstdint>

#include "java/memory/memory.hpp"
#include "model/partition_key.hpp"

namespace waymark::java {

[[nodiscard]] std::uint64_t aspect_of(Memory& memory, const model::PartitionKey& aspect);

}  // namespace waymark::java
