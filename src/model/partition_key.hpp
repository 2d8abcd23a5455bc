// PartitionKey: the part of a state that says where the state is kept if many processes keep states together. A part
// that few steps change makes few steps that lead from one process to another.
#pragma once

#include <cstdint>
#include <optional>

namespace waymark::model {

struct PartitionKey {
  enum class Of : std::uint8_t {
    whole,
    actors,    // where they stand and their own variables, and nothing that they share
    half,      // the same of every second one: half as many steps change it
    counter,   // where they stand: the innermost call
    counters,  // the same with all calls
  };
  Of of = Of::whole;
  std::optional<std::uint32_t> actor = std::nullopt;  // of this one alone; unset: of all
};

// What a model has besides if there are actors in its states.
class Partitionable {
 public:
  Partitionable() = default;
  Partitionable(const Partitionable&) = delete;
  Partitionable& operator=(const Partitionable&) = delete;
  virtual ~Partitionable() = default;

  // A number, any of whose bits may be used, of nothing but that aspect of the state in which the model stands. Every
  // process agrees on it.
  [[nodiscard]] virtual std::uint64_t aspect(const PartitionKey& aspect) = 0;
};

}  // namespace waymark::model
