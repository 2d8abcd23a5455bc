#include "cluster/post.hpp"

#include <algorithm>
#include <chrono>

#include "base/bytes.hpp"

namespace waymark::cluster {

namespace {

// The last byte of a message says what it is.
constexpr std::uint8_t records = 0;
constexpr std::uint8_t end_of_level = 1;

}  // namespace

Post::Post(Transport& transport, Receiver& receiver, std::uint32_t remembered)
    : transport_(transport), receiver_(receiver), outbox_(transport.ranks(), remembered), peers_(transport.ranks()) {
  for (Peer& peer : peers_) peer.remembered.resize(std::max(remembered, 1u), Records::nothing);
}

void Post::forget() {
  outbox_.forget();
  for (Peer& peer : peers_) std::fill(peer.remembered.begin(), peer.remembered.end(), Records::nothing);
}

template <typename Condition>
void Post::wait_until(const Condition& condition) {
  using Clock = std::chrono::steady_clock;
  while (!condition()) {
    const auto began = Clock::now();
    bool waited = false;
    while (!condition() && !hear()) {
      transport_.idle();
      waited = true;
    }
    if (waited) waited_ += std::chrono::duration<double>(Clock::now() - began).count();
  }
}

void Post::post(unsigned to, Bytes& bytes) {
  wait_until([&] { return transport_.ready(to); });
  transport_.send(to, bytes);
}

void Post::flush(unsigned to) {
  Bytes& batch = outbox_.batch(to);
  if (batch.empty()) return;
  outbox_.taken(to);
  batch.push_back(records);
  ++peers_[to].sent;
  post(to, batch);
}

void Post::turn() {
  while (hear()) {
  }
  for (unsigned to = 0; to < peers_.size(); ++to) {
    if (outbox_.batch(to).size() >= Outbox::batch_bytes) flush(to);
  }
}

bool Post::hear() {
  Transport::Batch batch;
  if (!transport_.receive(batch)) return false;
  Peer& peer = peers_[batch.from];
  Heard heard(batch.from, batch.bytes);
  if (batch.bytes.empty()) heard.malformed();
  const auto content = batch.bytes.first(batch.bytes.size() - 1);
  if (batch.bytes.back() == records) {
    ++peer.heard;
    Records of_batch(batch.from, content, peer.remembered);
    receiver_.receive(of_batch);
  } else {
    Heard end(batch.from, content);
    hear_of_end(end, peer);
  }
  return true;
}

void Post::hear_of_end(Heard& heard, const Peer& peer) {
  if (heard.number() != peer.heard) heard.malformed();
  if (heard.below(2) == 1) told_to_stop_ = true;
  ++over_;
}

void Post::end_level(bool stopping) {
  for (unsigned to = 0; to < peers_.size(); ++to) {
    if (to == transport_.rank()) continue;
    flush(to);
    base::ByteSink sink;
    sink.varint(peers_[to].sent);
    sink.varint(stopping ? 1 : 0);
    sink.u8(end_of_level);
    Bytes bytes(sink.bytes().begin(), sink.bytes().end());
    post(to, bytes);
  }
  wait_until([&] { return over_ + 1 == peers_.size(); });
  over_ = 0;
  for (Peer& peer : peers_) peer.sent = peer.heard = 0;
}

}  // namespace waymark::cluster
