#include "cluster/exchange/mailbox.hpp"

#include <algorithm>
#include <chrono>

#include "base/bytes.hpp"

namespace waymark::cluster {

namespace {

// The last byte of a message says what it is.
enum class Message : std::uint8_t { records, end_of_level, token, end_of_work, end_for_all };

}  // namespace

Mailbox::Mailbox(Transport& transport, std::uint32_t remembered)
    : transport_(transport), outbox_(transport.ranks(), remembered), peers_(transport.ranks()) {
  for (Peer& peer : peers_) peer.remembered.resize(std::max(remembered, 1u), Records::nothing);
}

void Mailbox::forget() {
  outbox_.forget();
  for (Peer& peer : peers_) std::fill(peer.remembered.begin(), peer.remembered.end(), Records::nothing);
}

template <typename Condition>
void Mailbox::wait_until(const Condition& condition) {
  using Clock = std::chrono::steady_clock;
  while (!condition()) {
    const auto began = Clock::now();
    bool waited = false;
    while (!condition() && !receive()) {
      transport_.idle();
      waited = true;
    }
    if (waited) waited_ += std::chrono::duration<double>(Clock::now() - began).count();
  }
}

void Mailbox::post(unsigned to, Bytes& bytes) {
  wait_until([&] { return transport_.ready(to); });
  transport_.send(to, bytes);
}

bool Mailbox::flush(unsigned to) {
  Bytes& batch = outbox_.batch(to);
  if (batch.empty()) return false;
  outbox_.taken(to);
  batch.push_back(static_cast<std::uint8_t>(Message::records));
  ++peers_[to].sent;
  post(to, batch);
  return true;
}

bool Mailbox::flush_all() {
  bool any = false;
  for (unsigned to = 0; to < peers_.size(); ++to) any = flush(to) || any;
  return any;
}

void Mailbox::turn() {
  while (receive()) {
  }
  for (unsigned to = 0; to < peers_.size(); ++to) {
    if (outbox_.batch(to).size() >= transport_.batch_bytes()) flush(to);
  }
}

bool Mailbox::receive() {
  Transport::Batch batch;
  if (!transport_.receive(batch)) return false;
  ++messages_;
  Peer& peer = peers_[batch.from];
  MessageReader reader(batch.from, batch.bytes);
  if (batch.bytes.empty()) reader.malformed();
  const auto content = batch.bytes.first(batch.bytes.size() - 1);
  MessageReader body(batch.from, content);
  switch (static_cast<Message>(batch.bytes.back())) {
    case Message::records: {
      ++peer.received;
      took_in_ = true;
      Records of_batch(batch.from, content, peer.remembered);
      receiver_->receive(of_batch);
      break;
    }
    case Message::end_of_level:
      receive_end(body, peer);
      break;
    case Message::token:
      receive_token(body);
      break;
    case Message::end_of_work:
      worked_off_ = true;
      break;
    case Message::end_for_all:
      stopped_ = true;
      break;
    default:
      reader.malformed();
  }
  return true;
}

void Mailbox::receive_end(MessageReader& reader, const Peer& peer) {
  if (reader.number() != peer.received) reader.malformed();
  if (reader.below(2) == 1) stopped_ = true;
  ++over_;
}

void Mailbox::end_level(bool stopping) {
  for (unsigned to = 0; to < peers_.size(); ++to) {
    if (to == transport_.rank()) continue;
    flush(to);
    base::ByteSink sink;
    sink.varint(peers_[to].sent);
    sink.varint(stopping ? 1 : 0);
    sink.u8(static_cast<std::uint8_t>(Message::end_of_level));
    Bytes bytes(sink.bytes().begin(), sink.bytes().end());
    post(to, bytes);
  }
  wait_until([&] { return over_ + 1 == peers_.size(); });
  over_ = 0;
  for (Peer& peer : peers_) peer.sent = peer.received = 0;
}

void Mailbox::receive_token(MessageReader& reader) {
  token_.here = true;
  token_.doubtful = reader.below(2) == 1;
  token_.balance = reader.number();
}

void Mailbox::send_all(std::uint8_t kind) {
  for (unsigned to = 0; to < peers_.size(); ++to) {
    if (to == transport_.rank()) continue;
    Bytes bytes{kind};
    post(to, bytes);
  }
}

void Mailbox::pass_token() {
  if (!token_.here) return;
  std::uint64_t balance = token_.balance;
  for (const Peer& peer : peers_) balance += peer.sent - peer.received;
  const bool doubtful = token_.doubtful || took_in_;
  if (transport_.rank() == 0 && !doubtful && balance == 0) {
    worked_off_ = true;
    return send_all(static_cast<std::uint8_t>(Message::end_of_work));
  }
  const bool anew = transport_.rank() == 0;
  took_in_ = false;
  token_.here = false;
  base::ByteSink sink;
  sink.varint(!anew && doubtful ? 1 : 0);
  sink.varint(anew ? 0 : balance);
  sink.u8(static_cast<std::uint8_t>(Message::token));
  Bytes bytes(sink.bytes().begin(), sink.bytes().end());
  post(static_cast<unsigned>((transport_.rank() + 1) % peers_.size()), bytes);
}

void Mailbox::work_off(const std::function<Left()>& work) {
  const bool alone = peers_.size() == 1;
  bool told_others = alone;
  worked_off_ = false;
  took_in_ = false;
  token_ = {.here = transport_.rank() == 0, .doubtful = true, .balance = 0};
  while (!worked_off_) {
    turn();
    const Left left = work();
    if (left == Left::some) continue;
    if (left == Left::stop && !told_others && !stopped_) {
      told_others = true;
      send_all(static_cast<std::uint8_t>(Message::end_for_all));
    }
    if (alone) break;
    if (flush_all()) continue;
    const std::uint64_t before = messages_;
    pass_token();
    wait_until([&] { return worked_off_ || messages_ != before; });
  }
  for (Peer& peer : peers_) peer.sent = peer.received = 0;
}

}  // namespace waymark::cluster
