#include "observe/streamed_labels.hpp"

#include <algorithm>

#include "base/bytes.hpp"

namespace waymark::observe {

void StreamedLabels::push(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) {
    full_ = full_ || !bytes_.push(static_cast<std::uint8_t>(number | 0x80));
  }
  full_ = full_ || !bytes_.push(static_cast<std::uint8_t>(number));
}

std::uint64_t StreamedLabels::next(std::uint64_t& at) const {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = bytes_[at++];
    number |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return number;
  }
}

void StreamedLabels::add(const Label& here, std::span<const Label> there) {
  if (states_++ % stride == 0) full_ = full_ || !landmarks_.push(bytes_.size());
  if (full_) return;
  base::ByteSink sink;
  sink.varint(here.rank);
  sink.varint(here.set);
  const bool alike = std::all_of(there.begin(), there.end(), [&](const Label& one) { return one.rank == here.rank; });
  for (const Label& one : alike ? std::span<const Label>() : there) {
    sink.varint(here.rank - one.rank);
    if (one.rank != here.rank) sink.varint(one.set);
  }
  push(sink.size());
  full_ = full_ || !bytes_.push(sink.bytes());
}

std::uint64_t StreamedLabels::find(std::uint64_t state) const {
  std::uint64_t at = landmarks_[state / stride];
  for (std::uint64_t i = state % stride; i > 0; --i) {
    const std::uint64_t size = next(at);
    at += size;
  }
  return at;
}

void StreamedLabels::write_first(script::Writer& writer) const {
  script::PathNode node;
  label(0, node);
  writer.varint(script::Stream::claims, node.rank);
  writer.varint(script::Stream::claims, node.set);
}

void StreamedLabels::write(std::uint64_t state, std::uint64_t i, std::uint64_t& place, script::Writer& writer) const {
  base::poll(stop_);
  if (i == 0) {
    std::uint64_t at = find(state);
    const std::uint64_t size = next(at);
    const std::uint64_t end = at + size;
    (void)next(at);
    (void)next(at);
    place = at == end ? all_alike : at;
  }
  const std::uint64_t fall = place == all_alike ? 0 : next(place);
  writer.varint(script::Stream::claims, fall);
  if (fall != 0) writer.varint(script::Stream::claims, next(place));
}

void StreamedLabels::label(std::uint64_t state, script::PathNode& node) const {
  std::uint64_t at = find(state);
  (void)next(at);
  node.rank = next(at);
  node.set = next(at);
}

}  // namespace waymark::observe
