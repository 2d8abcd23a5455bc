// PartitionKey: the part of a state that says where the state is kept if many processes keep states together. A part
// that few steps change makes few steps that lead from one process to another.
#pragma once

#include <cstdint>

namespace waymark::model {

enum class PartitionKey : std::uint8_t {
  whole,
  actors,    // their control states and local variables, and nothing that they share
  half,      // the same of every second one: half as many steps change it
  counter,   // their program counters: the innermost call
  counters,  // the same with all calls
};

// What a model has besides if there are actors in its states.
class Partitionable {
 public:
  Partitionable() = default;
  Partitionable(const Partitionable&) = delete;
  Partitionable& operator=(const Partitionable&) = delete;
  virtual ~Partitionable() = default;

  // A hash of nothing but that part of the current state: the same in every process.
  [[nodiscard]] virtual std::uint64_t partition_hash(PartitionKey key) = 0;
};

}  // namespace waymark::model
