#include "cluster/transport/mpi_thread.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "base/bytes.hpp"
#include "base/check.hpp"
#include "cluster/transport/join.hpp"

namespace waymark::cluster {

namespace {

constexpr std::size_t trailer_bytes = 5;
constexpr std::size_t most_in_a_piece = std::size_t{1} << 20;  // of a contribution
// Messages come at any moment, and do not wake a thread. It polls for them, making way for ranks that work,
// and sleeps between two looks when nothing has come for long.
constexpr unsigned looks_before_sleep = 2000;
constexpr std::chrono::microseconds sleep_between_looks{50};

std::uint16_t number_at(std::span<const std::uint8_t> bytes, std::size_t place) {
  return static_cast<std::uint16_t>(bytes[place] | bytes[place + 1] << 8);
}

void put_number(std::uint16_t number, Bytes& bytes) {
  bytes.push_back(static_cast<std::uint8_t>(number));
  bytes.push_back(static_cast<std::uint8_t>(number >> 8));
}

void write_bytes(std::span<const std::uint8_t> bytes, base::ByteSink& sink) {
  sink.varint(bytes.size());
  sink.raw(bytes);
}

Bytes read_bytes(MessageReader& reader) {
  const auto bytes = reader.bytes(reader.number());
  return {bytes.begin(), bytes.end()};
}

}  // namespace

MpiThread::MpiThread(Transport& between, unsigned ranks_here, LocalRanks& local_ranks)
    : between_(between),
      here_(ranks_here),
      first_(between.rank() * ranks_here),
      local_ranks_(local_ranks),
      peers_(between.ranks()),
      outgoing_(between.ranks()),
      taken_(between.ranks()) {}

void MpiThread::put(const Trailer& trailer, Bytes& bytes) {
  put_number(trailer.from, bytes);
  put_number(trailer.to, bytes);
  bytes.push_back(static_cast<std::uint8_t>(trailer.kind));
}

void MpiThread::leave(unsigned process, Bytes bytes) {
  CHECK(process != between_.rank());
  {
    const base::Lock lock(mutex_);
    outgoing_[process].push_back(std::move(bytes));
    some_left_ = true;
  }
  left_.notify_one();
}

void MpiThread::send(unsigned from, unsigned to, Bytes bytes) {
  put({Kind::batch, static_cast<std::uint16_t>(from - first_), static_cast<std::uint16_t>(to % here_)}, bytes);
  leave(to / here_, std::move(bytes));
}

void MpiThread::took(unsigned from, unsigned by) {
  {
    const base::Lock lock(mutex_);
    Bytes& pairs = taken_[from / here_];
    put_number(static_cast<std::uint16_t>(from % here_), pairs);
    put_number(static_cast<std::uint16_t>(by - first_), pairs);
    some_left_ = true;
  }
  left_.notify_one();
}

void MpiThread::contribute(const std::vector<Contribution>& here) {
  CHECK(here.size() >= first_ + here_);
  for (unsigned process = 0; process < peers_.size(); ++process) {
    if (process == between_.rank()) continue;
    base::ByteSink sink;
    for (unsigned from = first_; from < first_ + here_; ++from) {
      const Contribution& one = here[from];
      sink.u8(one.alike ? 1 : 0);
      for (unsigned to = 0; to < (one.alike ? 1 : here_); ++to)
        write_bytes(one.to[one.alike ? 0 : process * here_ + to], sink);
    }
    auto rest = sink.bytes();
    do {
      const auto piece = rest.first(std::min(rest.size(), most_in_a_piece));
      rest = rest.subspan(piece.size());
      Bytes bytes(piece.begin(), piece.end());
      put({rest.empty() ? Kind::last_piece : Kind::piece, 0, 0}, bytes);
      leave(process, std::move(bytes));
    } while (!rest.empty());
  }
  {
    const base::Lock lock(mutex_);
    contributed_ = some_left_ = true;
  }
  left_.notify_one();
}

void MpiThread::abort(int code, std::string why) {
  {
    const base::Lock lock(mutex_);
    if (!abort_) abort_ = {code, std::move(why)};
    some_left_ = true;
  }
  left_.notify_one();
}

void MpiThread::end() {
  {
    const base::Lock lock(mutex_);
    over_ = some_left_ = true;
  }
  left_.notify_one();
}

bool MpiThread::collect() {
  base::Lock lock(mutex_);
  if (!std::exchange(some_left_, false)) return false;
  if (abort_) {
    const Abort abort = *abort_;
    lock.unlock();
    between_.abort(abort.code, abort.why);
  }
  for (unsigned process = 0; process < peers_.size(); ++process) {
    std::deque<Bytes>& queue = peers_[process].to_send;
    for (Bytes& bytes : outgoing_[process]) queue.push_back(std::move(bytes));
    outgoing_[process].clear();
    if (taken_[process].empty()) continue;
    put({Kind::taken, 0, 0}, taken_[process]);
    queue.push_back(std::exchange(taken_[process], {}));
  }
  return true;
}

bool MpiThread::send_ready() {
  bool any = false;
  for (unsigned process = 0; process < peers_.size(); ++process) {
    std::deque<Bytes>& queue = peers_[process].to_send;
    for (; !queue.empty() && between_.ready(process); any = true) {
      between_.send(process, queue.front());
      queue.pop_front();
    }
  }
  return any;
}

bool MpiThread::receive() {
  Transport::Batch come;
  if (!between_.receive(come)) return false;
  take_in(come.from, come.bytes);
  return true;
}

void MpiThread::take_in(unsigned process, std::span<const std::uint8_t> bytes) {
  MessageReader reader(process, bytes);
  if (bytes.size() < trailer_bytes) reader.malformed();
  const auto body = bytes.first(bytes.size() - trailer_bytes);
  const unsigned from = number_at(bytes, body.size());
  const unsigned to = number_at(bytes, body.size() + 2);
  if (from >= here_ || to >= here_) reader.malformed();
  const auto kind = static_cast<Kind>(bytes.back());
  switch (kind) {
    case Kind::batch:
      return local_ranks_.deliver(process * here_ + from, first_ + to, Bytes(body.begin(), body.end()));
    case Kind::taken:
      if (body.size() % 4 != 0) reader.malformed();
      for (std::size_t i = 0; i < body.size(); i += 4) {
        const unsigned sender = number_at(body, i);
        const unsigned taker = number_at(body, i + 2);
        if (sender >= here_ || taker >= here_) reader.malformed();
        local_ranks_.taken(first_ + sender, process * here_ + taker);
      }
      return;
    case Kind::piece:
    case Kind::last_piece: {
      Peer& peer = peers_[process];
      peer.pieces.insert(peer.pieces.end(), body.begin(), body.end());
      if (kind == Kind::last_piece) peer.rounds.push_back(std::exchange(peer.pieces, {}));
      return;
    }
    default:
      reader.malformed();
  }
}

// Another process may be a round ahead, never more.
bool MpiThread::pass_round() {
  {
    const base::Lock lock(mutex_);
    if (!contributed_) return false;
    for (unsigned process = 0; process < peers_.size(); ++process) {
      if (process != between_.rank() && peers_[process].rounds.empty()) return false;
    }
    contributed_ = false;
  }
  local_ranks_.deliver_round(read_round());
  return true;
}

std::vector<Contribution> MpiThread::read_round() {
  std::vector<Contribution> elsewhere(peers_.size() * here_);
  for (unsigned process = 0; process < peers_.size(); ++process) {
    if (process == between_.rank()) continue;
    std::deque<Bytes>& rounds = peers_[process].rounds;
    MessageReader reader(process, rounds.front());
    for (unsigned from = 0; from < here_; ++from) {
      Contribution& one = elsewhere[process * here_ + from];
      one.alike = reader.below(2) != 0;
      for (unsigned to = 0; to < (one.alike ? 1 : here_); ++to) one.to.push_back(read_bytes(reader));
    }
    if (!reader.at_end()) reader.malformed();
    rounds.pop_front();
  }
  return elsewhere;
}

bool MpiThread::all_sent() const {
  return std::all_of(peers_.begin(), peers_.end(), [](const Peer& peer) { return peer.to_send.empty(); });
}

void MpiThread::rest(unsigned times) {
  if (peers_.size() > 1 && times < looks_before_sleep) return std::this_thread::yield();
  base::Lock lock(mutex_);
  if (some_left_) return;
  peers_.size() > 1 ? left_.wait_for(lock, sleep_between_looks) : left_.wait(lock);
}

void MpiThread::carry() {
  or_end_all(between_, [this] { carry_all(); });
}

void MpiThread::carry_all() {
  for (unsigned idle = 0;;) {
    bool moved = collect();
    moved = send_ready() || moved;
    moved = receive() || moved;
    moved = pass_round() || moved;
    if (moved) {
      idle = 0;
      continue;
    }
    {
      const base::Lock lock(mutex_);
      if (over_ && !some_left_ && all_sent()) return;
    }
    rest(idle++);
  }
}

}  // namespace waymark::cluster
