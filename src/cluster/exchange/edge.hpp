// Edges, which order the discoveries of all ranks, as bytes of a message.
#pragma once

#include "base/bytes.hpp"
#include "cluster/transport/message_reader.hpp"
#include "store/edge.hpp"

namespace waymark::cluster {

using store::Edge;

inline void write_edge(base::ByteSink& sink, Edge edge) {
  sink.varint(edge.source());
  sink.varint(edge.index());
}

[[nodiscard]] inline Edge read_edge(MessageReader& reader) {
  const std::uint64_t source = reader.number();
  return {source, reader.below(Edge::most_indices)};
}

}  // namespace waymark::cluster
