// MessageReader: what another rank says, taken apart. It is of the same run and means well, but a machine or a wire may
// not: what is not as it should be throws base::InputError with the rank's number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace waymark::cluster {

class MessageReader {
 public:
  MessageReader(unsigned from, std::span<const std::uint8_t> bytes) : from_(from), bytes_(bytes) {}

  [[nodiscard]] unsigned rank() const { return from_; }
  [[nodiscard]] std::uint64_t number() {
    // Most are small.
    return position_ < bytes_.size() && bytes_[position_] < 0x80 ? bytes_[position_++] : large_number();
  }
  // One that is less than the bound.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t value = number();
    if (value >= bound) malformed();
    return value;
  }
  [[nodiscard]] std::string text();
  [[nodiscard]] std::span<const std::uint8_t> bytes(std::uint64_t count);
  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }
  [[noreturn]] void malformed() const;

 private:
  [[nodiscard]] std::uint64_t large_number();

  unsigned from_;
  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace waymark::cluster
