// Heard: what another rank says, taken apart. It is of the same run and means well, but a machine or a wire may not:
// what is not as it should be throws base::InputError with the rank's number.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/bytes.hpp"

namespace waymark::cluster {

class Heard {
 public:
  Heard(unsigned from, std::span<const std::uint8_t> bytes) : from_(from), source_(bytes) {}

  [[nodiscard]] std::uint64_t number();
  // One that is less than the bound.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);
  [[nodiscard]] std::string text();
  [[nodiscard]] std::span<const std::uint8_t> bytes(std::uint64_t count);
  [[nodiscard]] bool at_end() const { return source_.at_end(); }
  [[noreturn]] void malformed() const;

 private:
  unsigned from_;
  base::ByteSource source_;
};

}  // namespace waymark::cluster
