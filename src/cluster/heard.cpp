#include "cluster/heard.hpp"

#include <fmt/format.h>

#include "base/diagnostics.hpp"

namespace waymark::cluster {

std::uint64_t Heard::number() {
  const std::uint64_t value = source_.varint();
  if (source_.failed()) malformed();
  return value;
}

std::uint64_t Heard::below(std::uint64_t bound) {
  const std::uint64_t value = number();
  if (value >= bound) malformed();
  return value;
}

std::span<const std::uint8_t> Heard::bytes(std::uint64_t count) {
  const std::span<const std::uint8_t> bytes = source_.raw(count);
  if (source_.failed()) malformed();
  return bytes;
}

std::string Heard::text() {
  const auto read = bytes(number());
  return {read.begin(), read.end()};
}

void Heard::malformed() const {
  throw base::InputError(fmt::format("waymark: error: a message of rank {} is not what was sent", from_));
}

}  // namespace waymark::cluster
