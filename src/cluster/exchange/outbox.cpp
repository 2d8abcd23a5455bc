#include "cluster/exchange/outbox.hpp"

#include <algorithm>
#include <array>

namespace waymark::cluster {

namespace {

constexpr unsigned kind_bits = 2;
constexpr std::uint64_t most_generations = 64;

// What a record begins with, put together here before it is appended: the edge, and one or two numbers more.
class Head {
 public:
  // `source`: of the record before; this one's from now on.
  Head(Edge edge, std::uint64_t& source) {
    add(base::zigzag(edge.source() - source));
    add(edge.index());
    source = edge.source();
  }
  void add(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_[size_++] = static_cast<std::uint8_t>(value | 0x80);
    bytes_[size_++] = static_cast<std::uint8_t>(value);
  }
  void append_to(Bytes& out) const { out.insert(out.end(), bytes_.data(), bytes_.data() + size_); }

 private:
  static constexpr std::size_t most_numbers = 4;
  std::array<std::uint8_t, 10 * most_numbers> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace

Outbox::Outbox(unsigned ranks, std::uint32_t remembered) : peers_(ranks) {
  for (Peer& peer : peers_) {
    peer.remembered.resize(remembered);
    held_ += remembered * sizeof(Slot);
  }
}

// A record: the source as a difference to that of the record before, the index, and the place where the state is
// remembered with the kind of the record in its lowest two bits. If it is not there already, the state follows; if the
// other end has found it, in which generation, instead of a place, and which way.
void Outbox::add(unsigned to, Edge edge, const ChildLookahead::Promise& promise) {
  Bytes& batch = peers_[to].batch;
  Head head(edge, peers_[to].source);
  head.add(std::uint64_t{promise.generation} << kind_bits | static_cast<unsigned>(Records::Kind::ahead));
  head.add(promise.way.size());
  head.append_to(batch);
  batch.insert(batch.end(), promise.way.begin(), promise.way.end());
  ++traffic_.ahead;
}

bool Outbox::add(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> state) {
  if (add_again(to, edge, hash, state)) return false;
  add_new(to, edge, hash, state);
  return true;
}

bool Outbox::add_again(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> known_by) {
  Peer& peer = peers_[to];
  if (peer.remembered.empty()) return false;
  const std::uint64_t place = peer.place(hash);
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  Slot& there = peer.remembered[place];
  if (!there.holds(tag, known_by)) {
    held_ -= there.large_bytes();
    there.hold(tag, known_by);
    held_ += there.large_bytes();
    return false;
  }
  Head head(edge, peer.source);
  head.add(place << kind_bits | static_cast<unsigned>(Records::Kind::again));
  head.append_to(peer.batch);
  ++traffic_.again;
  return true;
}

void Outbox::add_new(unsigned to, Edge edge, std::uint64_t hash, std::span<const std::uint8_t> sent) {
  Peer& peer = peers_[to];
  Head head(edge, peer.source);
  head.add(peer.place(hash) << kind_bits);
  head.add(sent.size());
  head.append_to(peer.batch);
  peer.batch.insert(peer.batch.end(), sent.begin(), sent.end());
  ++traffic_.states;
}

void Outbox::ask(unsigned to, Edge edge, const model::Fingerprint& fingerprint) {
  Bytes& batch = peers_[to].batch;
  Head head(edge, peers_[to].source);
  head.add(static_cast<unsigned>(Records::Kind::fingerprint));
  head.append_to(batch);
  for (const std::uint64_t half : {fingerprint.low, fingerprint.high}) {
    for (unsigned i = 0; i < 8; ++i) batch.push_back(static_cast<std::uint8_t>(half >> (8 * i)));
  }
  ++traffic_.again;
}

void Outbox::answer(unsigned to, Edge edge, std::span<const std::uint8_t> state) {
  add(to, edge, {}, state);
  --traffic_.again;  // that edge was sent before
}

void Outbox::forget() {
  for (Peer& peer : peers_) {
    for (Slot& slot : peer.remembered) {
      held_ -= slot.large_bytes();
      slot = {};
    }
  }
}

void Outbox::taken(unsigned to) {
  Peer& peer = peers_[to];
  ++traffic_.batches;
  traffic_.bytes += peer.batch.size();
  peer.source = 0;
}

bool Records::next() {
  if (reader_.at_end()) return false;
  source_ += base::from_zigzag(reader_.number());
  edge_ = Edge(source_, reader_.below(Edge::most_indices));
  const std::uint64_t place = reader_.number();
  const std::uint64_t kind = place & ((1u << kind_bits) - 1);
  kind_ = static_cast<Kind>(kind);
  place_ = place >> kind_bits;
  if (kind_ == Kind::ahead) {
    if (place_ > most_generations) reader_.malformed();
    promise_.generation = static_cast<unsigned>(place_);
    promise_.way = reader_.text();
    return true;
  }
  if (kind_ == Kind::fingerprint) {
    for (std::uint64_t* const half : {&fingerprint_.low, &fingerprint_.high}) {
      *half = 0;
      const auto bytes = reader_.bytes(8);
      for (unsigned i = 0; i < 8; ++i) *half |= std::uint64_t{bytes[i]} << (8 * i);
    }
    return true;
  }
  if (place_ >= remembered_.size() || (kind_ == Kind::again && remembered_[place_] == nothing)) reader_.malformed();
  if (kind_ == Kind::whole) state_ = reader_.bytes(reader_.number());
  return true;
}

}  // namespace waymark::cluster
