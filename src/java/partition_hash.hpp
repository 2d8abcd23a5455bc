// PartitionHash: a hash of the threads: of their whole stacks, or of their program counters.
#pragma once

#include <cstdint>

#include "java/memory/memory.hpp"
#include "model/partition_key.hpp"

namespace waymark::java {

class PartitionHash final : public model::Partitionable {
 public:
  // REQUIRES: the memory outlives it.
  explicit PartitionHash(Memory& memory) : memory_(memory) {}

  [[nodiscard]] std::uint64_t partition_hash(model::PartitionKey key) override;

 private:
  Memory& memory_;
};

}  // namespace waymark::java
