// Collective operations: every rank makes the same calls in the same order, and each reads what all have contributed,
// in the order of ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/transport/message_reader.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

template <typename Read>
void read_each(const std::vector<Bytes>& contributions, const Read& read) {
  for (unsigned rank = 0; rank < contributions.size(); ++rank) {
    MessageReader reader(rank, contributions[rank]);
    read(reader);
  }
}

// Every rank contributes something for all.
template <typename Read>
void gather(Transport& transport, const base::ByteSink& mine, const Read& read) {
  read_each(transport.gather(mine.bytes()), read);
}

// Every rank contributes something for rank 0 alone; elsewhere there is nothing to read.
template <typename Read>
void gather_at_first(Transport& transport, const base::ByteSink& mine, const Read& read) {
  std::vector<Bytes> out(transport.ranks());
  out[0].assign(mine.bytes().begin(), mine.bytes().end());
  read_each(transport.exchange(out), read);
}

// Every rank contributes something for each other one.
[[nodiscard]] inline std::vector<Bytes> exchange_each(Transport& transport, const std::vector<base::ByteSink>& sinks) {
  std::vector<Bytes> out;
  out.reserve(sinks.size());
  for (const base::ByteSink& sink : sinks) out.emplace_back(sink.bytes().begin(), sink.bytes().end());
  return transport.exchange(out);
}

[[nodiscard]] inline std::uint64_t gather_sum(Transport& transport, std::uint64_t mine) {
  base::ByteSink sink;
  sink.varint(mine);
  std::uint64_t sum = 0;
  gather(transport, sink, [&](MessageReader& reader) { sum += reader.number(); });
  return sum;
}

[[nodiscard]] inline bool any_rank(Transport& transport, bool here) { return gather_sum(transport, here ? 1 : 0) != 0; }

}  // namespace waymark::cluster
