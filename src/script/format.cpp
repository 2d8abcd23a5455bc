#include "script/format.hpp"

#include <sodium/crypto_generichash.h>

namespace waymark::script {

const char* name(Form form) {
  constexpr const char* names[] = {"unknown", "lean", "trustful", "ids", "raw", "cycles", "partial"};
  return names[static_cast<std::size_t>(form)];
}

const char* name(Stream stream) {
  constexpr const char* names[stream_count] = {"rows",  "counts", "sync",   "steps", "ids",
                                               "sizes", "marks",  "prints", "claims"};
  return names[static_cast<std::size_t>(stream)];
}

Digest digest_of(std::span<const std::uint8_t> bytes) {
  Digest digest;
  crypto_generichash(digest.data(), digest.size(), bytes.data(), bytes.size(), nullptr, 0);
  return digest;
}

void Header::write(base::ByteSink& sink) const {
  sink.u8(static_cast<std::uint8_t>(form));
  sink.text(tool);
  sink.raw(program);
  sink.raw(options);
  sink.text(options_text);
  sink.text(assumptions);
  sink.varint(states);
  sink.varint(transitions);
  sink.varint(depth);
  sink.varint(part);
  sink.varint(parts);
}

bool Header::read(base::ByteSource& source) {
  const std::uint8_t kind = source.u8();
  if (kind < 1 || kind > 6) return false;
  form = static_cast<Form>(kind);
  tool = source.text(longest_text);
  source.copy(program);
  source.copy(options);
  options_text = source.text(longest_text);
  assumptions = source.text(longest_text);
  states = source.varint();
  transitions = source.varint();
  depth = source.varint();
  part = source.varint();
  parts = source.varint();
  return !source.failed() && part <= parts && (part == 0) == (parts == 0);
}

}  // namespace waymark::script
