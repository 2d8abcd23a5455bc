#include "cluster/outbox.hpp"

#include <algorithm>

namespace waymark::cluster {

namespace {

void append_varint(Bytes& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
}

}  // namespace

Outbox::Outbox(unsigned ranks, std::uint32_t remembered) : peers_(ranks) {
  for (Peer& peer : peers_) peer.remembered.resize(remembered);
}

// A record: the source as a difference to that of the record before, the index, the place where the state is remembered
// and whether it is there already (the lowest bit), and if not the state.
void Outbox::add(unsigned to, Edge edge, const model::Fingerprint& fingerprint, std::span<const std::uint8_t> state) {
  Peer& peer = peers_[to];
  append_varint(peer.batch, base::zigzag(edge.source() - peer.source));
  append_varint(peer.batch, edge.index());
  peer.source = edge.source();
  std::uint64_t place = 0;
  if (!peer.remembered.empty()) {
    place = (fingerprint.high & 0xFFFFFFFF) % peer.remembered.size();
    Bytes& there = peer.remembered[place];
    if (std::equal(there.begin(), there.end(), state.begin(), state.end())) {
      append_varint(peer.batch, place << 1 | 1);
      ++traffic_.again;
      return;
    }
    held_ -= there.capacity();
    there.assign(state.begin(), state.end());
    held_ += there.capacity();
  }
  append_varint(peer.batch, place << 1);
  append_varint(peer.batch, state.size());
  peer.batch.insert(peer.batch.end(), state.begin(), state.end());
  ++traffic_.states;
}

void Outbox::taken(unsigned to) {
  Peer& peer = peers_[to];
  ++traffic_.batches;
  traffic_.bytes += peer.batch.size();
  peer.source = 0;
}

bool Records::next() {
  if (heard_.at_end()) return false;
  source_ += base::from_zigzag(heard_.number());
  edge_ = Edge(source_, heard_.below(Edge::most_indices));
  const std::uint64_t place = heard_.number();
  place_ = place >> 1;
  again_ = (place & 1) != 0;
  if (place_ >= remembered_.size()) heard_.malformed();
  if (!again_) state_ = heard_.bytes(heard_.number());
  return true;
}

}  // namespace waymark::cluster
