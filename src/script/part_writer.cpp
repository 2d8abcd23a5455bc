#include "script/part_writer.hpp"

#include <algorithm>

namespace waymark::script {

namespace {

// Copies the bytes [begin, end) of a stream, given as places in the whole script's stream.
bool copy(const Slice& slice, Stream stream, std::uint64_t base, std::uint64_t begin, std::uint64_t end, Writer& writer,
          Fault& fault) {
  Cursor cursor(slice.file, stream);
  if (begin < base || end < begin) return fail(fault, begin, "the sync points are not in order");
  cursor.seek(begin - base);
  for (std::uint64_t i = begin; i < end && !cursor.failed(); ++i) writer.byte(stream, cursor.byte());
  if (cursor.failed()) fault = cursor.fault();
  return !cursor.failed();
}

}  // namespace

void SyncWriter::add(const SyncPoint& point) {
  const auto [here, there] = std::mismatch(point.path.begin(), point.path.end(), last_.path.begin(), last_.path.end());
  writer_.varint(Stream::sync, point.rows - last_.rows);
  writer_.varint(Stream::sync, point.counts - last_.counts);
  if (claims_) writer_.varint(Stream::sync, point.claims - last_.claims);
  writer_.varint(Stream::sync, point.states - last_.states);
  writer_.varint(Stream::sync, point.transitions - last_.transitions);
  writer_.varint(Stream::sync, static_cast<std::uint64_t>(here - point.path.begin()));
  writer_.varint(Stream::sync, static_cast<std::uint64_t>(point.path.end() - here));
  for (auto node = here; node != point.path.end(); ++node) {
    writer_.bytes(Stream::sync, node->row);
    writer_.varint(Stream::sync, node->taken);
    writer_.varint(Stream::sync, node->count);
    if (!claims_) continue;
    writer_.varint(Stream::sync, node->rank);
    writer_.varint(Stream::sync, node->set);
  }
  last_ = point;
}

void write_claim(Writer& writer, const SampleClaim& claim) {
  for (const std::uint64_t number : {claim.falls, claim.states, claim.arrivals, claim.once, claim.twice}) {
    writer.varint(Stream::sample, number);
  }
}

bool write_part(const Slice& slice, std::uint64_t part, std::uint64_t parts, const std::string& path, Fault& fault) {
  Writer writer(path);
  SyncWriter syncs(writer, slice.file->header().form);
  SyncPoint end;
  if (slice.end.has_value()) {
    end = *slice.end;
  } else {
    end.rows = slice.rows + slice.file->raw_bytes(Stream::rows);
    end.counts = slice.counts + slice.file->raw_bytes(Stream::counts);
    end.claims = slice.claims + slice.file->raw_bytes(Stream::claims);
    end.states = slice.file->header().states;
    end.transitions = slice.file->header().transitions;
  }
  if (!copy(slice, Stream::rows, slice.rows, slice.begin.rows, end.rows, writer, fault)) return false;
  if (!copy(slice, Stream::counts, slice.counts, slice.begin.counts, end.counts, writer, fault)) return false;
  if (!copy(slice, Stream::claims, slice.claims, slice.begin.claims, end.claims, writer, fault)) return false;
  // What is claimed of the whole stands in every part.
  if (!copy(slice, Stream::sample, 0, 0, slice.file->raw_bytes(Stream::sample), writer, fault)) return false;
  syncs.add(slice.begin);
  // The others follow as they are: each says what it shares with the one before it, and that is there.
  if (!copy(slice, Stream::sync, 0, slice.sync, slice.sync_end, writer, fault)) return false;
  Header header = slice.file->header();
  header.part = part;
  header.parts = parts;
  header.whole = slice.file->digest();
  header.states = end.states - slice.begin.states;
  header.transitions = end.transitions - slice.begin.transitions;
  return writer.finish(header) || fail(fault, 0, writer.why());
}

}  // namespace waymark::script
