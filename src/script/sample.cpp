#include "script/sample.hpp"

namespace waymark::script {

bool read_sample(const std::shared_ptr<const File>& file, std::optional<SampleClaim>& claim, Fault& fault) {
  claim.reset();
  if (file->raw_bytes(Stream::sample) == 0) return true;
  Cursor cursor(file, Stream::sample);
  SampleClaim read;
  for (std::uint64_t* number : {&read.falls, &read.states, &read.arrivals, &read.once, &read.twice}) {
    *number = cursor.varint();
  }
  if (cursor.failed()) fault = cursor.fault();
  if (cursor.failed()) return false;
  if (!cursor.at_end()) return fail(fault, cursor.position(), "stream sample goes on behind its numbers");
  if (read.falls > most_falls) return fail(fault, 0, "the bound of the sample falls too often");
  claim = read;
  return true;
}

Digest sample_seed(const Header& header) {
  base::ByteSink sink;
  constexpr std::string_view what = "waymark sample 1";
  sink.raw({reinterpret_cast<const std::uint8_t*>(what.data()), what.size()});
  sink.raw(header.program);
  sink.raw(header.options);
  return digest_of(sink.bytes());
}

}  // namespace waymark::script
