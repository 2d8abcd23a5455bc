#include "cluster/transport/message_reader.hpp"

#include <fmt/format.h>

#include "base/bytes.hpp"
#include "base/diagnostics.hpp"

namespace waymark::cluster {

std::uint64_t MessageReader::large_number() {
  bool missing = false;
  const auto value = base::decode_varint([&]() -> std::uint64_t {
    missing = missing || at_end();
    return missing ? 0 : bytes_[position_++];
  });
  if (missing || !value) malformed();
  return *value;
}

std::span<const std::uint8_t> MessageReader::bytes(std::uint64_t count) {
  if (count > bytes_.size() - position_) malformed();
  position_ += count;
  return bytes_.subspan(position_ - count, count);
}

std::string MessageReader::text() {
  const auto read = bytes(number());
  return {read.begin(), read.end()};
}

void MessageReader::malformed() const {
  throw base::InputError(fmt::format("waymark: error: a message of rank {} is not what was sent", from_));
}

}  // namespace waymark::cluster
