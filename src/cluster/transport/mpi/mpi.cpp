// Ranks that are processes started by mpirun. Built as a library of its own, which is loaded for --cluster
// alone: no other search pays for MPI, and a machine need not have it.
#include <mpi.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <span>
#include <thread>
#include <utility>

#include "cluster/transport/plugin.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

namespace {

// Of sent batches, as many to each rank are on their way at a time.
constexpr std::size_t most_on_the_way = 2;
constexpr int batch_tag = 1;
constexpr int exchange_tag = 2;
// What goes between two ranks in one go when all speak together; MPI counts with int.
constexpr std::uint64_t most_in_one_go = 64 << 20;
constexpr unsigned looks_before_yield = 64;
constexpr int exit_incomplete = 3;
constexpr std::chrono::milliseconds pause_between_ranks{200};
constexpr unsigned most_pauses = 5;

class Mpi final : public Transport {
 public:
  Mpi() {
    int count = 0;
    int rank = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank_ = static_cast<unsigned>(rank);
    on_the_way_.resize(static_cast<std::size_t>(count));
    MPI_Comm here = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    ranks_here_ = static_cast<unsigned>(count);
    MPI_Comm_free(&here);
  }
  ~Mpi() override {
    for (std::deque<Sent>& queue : on_the_way_) {
      for (Sent& sent : queue) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
  }

  [[nodiscard]] unsigned rank() const override { return rank_; }
  [[nodiscard]] unsigned ranks() const override { return static_cast<unsigned>(on_the_way_.size()); }

  [[nodiscard]] unsigned ranks_here() const override { return ranks_here_; }

  [[nodiscard]] bool ready(unsigned to) override {
    std::deque<Sent>& queue = on_the_way_[to];
    while (!queue.empty()) {
      int done = 0;
      MPI_Test(&queue.front().request, &done, MPI_STATUS_IGNORE);
      if (done == 0) break;
      spare_ = std::move(queue.front().bytes);
      queue.pop_front();
    }
    return queue.size() < most_on_the_way;
  }

  void send(unsigned to, Bytes& bytes) override {
    Sent& sent = on_the_way_[to].emplace_back();
    sent.bytes = std::exchange(bytes, std::exchange(spare_, {}));
    bytes.clear();
    if (sent.bytes.size() > most_in_one_go) abort(exit_incomplete, "a state is larger than a message can be");
    MPI_Isend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, static_cast<int>(to), batch_tag,
              MPI_COMM_WORLD, &sent.request);
  }

  [[nodiscard]] bool receive(Batch& out) override {
    int there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, batch_tag, MPI_COMM_WORLD, &there, &message, &status);
    if (there == 0) return false;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    received_.resize(static_cast<std::size_t>(size));
    MPI_Mrecv(received_.data(), size, MPI_BYTE, &message, MPI_STATUS_IGNORE);
    out = {static_cast<unsigned>(status.MPI_SOURCE), received_};
    looks_ = 0;
    return true;
  }

  // Where ranks outnumber processors, ranks that wait must not keep the others from working.
  void idle() override {
    if (++looks_ % looks_before_yield == 0) sched_yield();
  }

  [[nodiscard]] std::vector<Bytes> gather(std::span<const std::uint8_t> mine) override {
    std::vector<std::uint64_t> sizes(ranks());
    const std::uint64_t size = mine.size();
    MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    std::vector<int> counts;
    std::vector<int> places;
    std::uint64_t all = 0;
    for (const std::uint64_t one : sizes) {
      counts.push_back(static_cast<int>(one));
      places.push_back(static_cast<int>(all));
      all += one;
      if (all > most_in_one_go) abort(exit_incomplete, "what all ranks have to say is larger than a message can be");
    }
    Bytes gathered(all);
    MPI_Allgatherv(mine.data(), static_cast<int>(size), MPI_BYTE, gathered.data(), counts.data(), places.data(),
                   MPI_BYTE, MPI_COMM_WORLD);
    std::vector<Bytes> out;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto begin = gathered.begin() + places[i];
      out.emplace_back(begin, begin + counts[i]);
    }
    return out;
  }

  [[nodiscard]] std::vector<Bytes> exchange(const std::vector<Bytes>& out) override {
    std::vector<std::uint64_t> sending;
    sending.reserve(out.size());
    for (const Bytes& bytes : out) sending.push_back(bytes.size());
    std::vector<std::uint64_t> coming(ranks());
    MPI_Alltoall(sending.data(), 1, MPI_UINT64_T, coming.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
    std::vector<Bytes> in;
    in.reserve(coming.size());
    for (const std::uint64_t size : coming) in.emplace_back(size);
    std::vector<MPI_Request> requests;
    for (unsigned peer = 0; peer < ranks(); ++peer) {
      if (peer != rank_) in_parts(in[peer], [&](auto part) { receive_part(peer, part, requests.emplace_back()); });
    }
    for (unsigned peer = 0; peer < ranks(); ++peer) {
      if (peer != rank_) in_parts(out[peer], [&](auto part) { send_part(peer, part, requests.emplace_back()); });
    }
    in[rank_] = out[rank_];
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    return in;
  }

  // What ends many ranks at once is reported by the first of them, before the next one writes.
  [[noreturn]] void abort(int code, const std::string& why) override {
    std::this_thread::sleep_for(pause_between_ranks * std::min(rank_, most_pauses));
    std::fprintf(stderr, "waymark: error: rank %u: %s\n", rank_, why.c_str());
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  struct Sent {
    Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Calls take(part) for the bytes, in order, as many at a time as MPI can count.
  template <typename Take>
  static void in_parts(auto& bytes, const Take& take) {
    for (std::size_t from = 0; from < bytes.size(); from += most_in_one_go) {
      take(std::span(bytes).subspan(from, std::min<std::size_t>(most_in_one_go, bytes.size() - from)));
    }
  }
  static void receive_part(unsigned from, std::span<std::uint8_t> part, MPI_Request& request) {
    MPI_Irecv(part.data(), static_cast<int>(part.size()), MPI_BYTE, static_cast<int>(from), exchange_tag,
              MPI_COMM_WORLD, &request);
  }
  static void send_part(unsigned to, std::span<const std::uint8_t> part, MPI_Request& request) {
    MPI_Isend(part.data(), static_cast<int>(part.size()), MPI_BYTE, static_cast<int>(to), exchange_tag, MPI_COMM_WORLD,
              &request);
  }

  unsigned rank_ = 0;
  unsigned ranks_here_ = 1;
  std::vector<std::deque<Sent>> on_the_way_;  // by rank
  Bytes spare_;
  Bytes received_;
  unsigned looks_ = 0;
};

}  // namespace

}  // namespace waymark::cluster

waymark::cluster::Transport* waymark_join_mpi() {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) return nullptr;
  return std::make_unique<waymark::cluster::Mpi>().release();
}
