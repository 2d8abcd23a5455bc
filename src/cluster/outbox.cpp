#include "cluster/outbox.hpp"

#include <algorithm>

namespace waymark::cluster {

namespace {

constexpr unsigned kind_bits = 2;
constexpr std::uint64_t most_generations = 64;

void append_varint(Bytes& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 0x80));
  out.push_back(static_cast<std::uint8_t>(value));
}

}  // namespace

Outbox::Outbox(unsigned ranks, std::uint32_t remembered) : peers_(ranks) {
  for (Peer& peer : peers_) peer.remembered.resize(remembered);
}

// A record: the source as a difference to that of the record before, the index, and the place where the state is
// remembered with the kind of the record in its lowest two bits. If it is not there already, the state follows; if the
// other end has found it, in which generation, instead of a place, and which way.
void Outbox::add_edge(unsigned to, Edge edge) {
  Peer& peer = peers_[to];
  append_varint(peer.batch, base::zigzag(edge.source() - peer.source));
  append_varint(peer.batch, edge.index());
  peer.source = edge.source();
}

void Outbox::add(unsigned to, Edge edge, const Ahead::Promise& promise) {
  Bytes& batch = peers_[to].batch;
  add_edge(to, edge);
  append_varint(batch, std::uint64_t{promise.generation} << kind_bits | static_cast<unsigned>(Records::Kind::ahead));
  append_varint(batch, promise.way.size());
  batch.insert(batch.end(), promise.way.begin(), promise.way.end());
  ++traffic_.ahead;
}

bool Outbox::add(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> state) {
  Peer& peer = peers_[to];
  add_edge(to, edge);
  std::uint64_t place = 0;
  if (!peer.remembered.empty()) {
    place = (hash & 0xFFFFFFFF) * peer.remembered.size() >> 32;
    Remembered& there = peer.remembered[place];
    if (there.hash == hash && std::equal(there.state.begin(), there.state.end(), state.begin(), state.end())) {
      append_varint(peer.batch, place << kind_bits | static_cast<unsigned>(Records::Kind::again));
      ++traffic_.again;
      return false;
    }
    there.hash = hash;
    held_ -= there.state.capacity();
    there.state.assign(state.begin(), state.end());
    held_ += there.state.capacity();
  }
  append_varint(peer.batch, place << kind_bits);
  append_varint(peer.batch, state.size());
  peer.batch.insert(peer.batch.end(), state.begin(), state.end());
  ++traffic_.states;
  return true;
}

void Outbox::ask(unsigned to, Edge edge, const model::Fingerprint& fingerprint) {
  Bytes& batch = peers_[to].batch;
  add_edge(to, edge);
  append_varint(batch, static_cast<unsigned>(Records::Kind::asked));
  for (const std::uint64_t half : {fingerprint.low, fingerprint.high}) {
    for (unsigned i = 0; i < 8; ++i) batch.push_back(static_cast<std::uint8_t>(half >> (8 * i)));
  }
  ++traffic_.again;
}

void Outbox::answer(unsigned to, Edge edge, std::span<const std::uint8_t> state) {
  add(to, edge, {}, state);
  --traffic_.again;  // that edge has been told once
}

void Outbox::forget() {
  for (Peer& peer : peers_) {
    for (Remembered& one : peer.remembered) one = {};
  }
  held_ = 0;
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
  const std::uint64_t kind = place & ((1u << kind_bits) - 1);
  kind_ = static_cast<Kind>(kind);
  place_ = place >> kind_bits;
  if (kind_ == Kind::ahead) {
    if (place_ > most_generations) heard_.malformed();
    promise_.generation = static_cast<unsigned>(place_);
    promise_.way = heard_.text();
    return true;
  }
  if (kind_ == Kind::asked) {
    for (std::uint64_t* const half : {&fingerprint_.low, &fingerprint_.high}) {
      *half = 0;
      const auto bytes = heard_.bytes(8);
      for (unsigned i = 0; i < 8; ++i) *half |= std::uint64_t{bytes[i]} << (8 * i);
    }
    return true;
  }
  if (place_ >= remembered_.size() || (kind_ == Kind::again && remembered_[place_] == nothing)) heard_.malformed();
  if (kind_ == Kind::whole) state_ = heard_.bytes(heard_.number());
  return true;
}

}  // namespace waymark::cluster
