// A hash of the threads (model::Partitionable): of their whole stacks, or of their program counters.
#pragma once

#include <cstdint>

#include "java/memory/memory.hpp"
#include "model/partition_key.hpp"

namespace waymark::java {

[[nodiscard]] std::uint64_t partition_hash_of(Memory& memory, model::PartitionKey key);

}  // namespace waymark::java
