// FingerprintQueries: states of which other ranks have sent this rank, their owner, only the fingerprint. Of known
// fingerprints nothing else is sent. When the level is over, the owner requests each unknown state from one of the
// ranks that sent its fingerprint. Two states with one fingerprint of 128 bits would be taken for one: the verdict says
// that it rests on that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/bytes.hpp"
#include "cluster/exchange/edge.hpp"
#include "cluster/transport/transport.hpp"
#include "model/fingerprint.hpp"

namespace waymark::cluster {

class FingerprintQueries {
 public:
  // This rank keeps that state, by this id.
  void met(const model::Fingerprint& state, std::uint64_t id) { known_.emplace(state, id); }

  // A transition of another rank leads there. Answers the id, if that is known; otherwise it waits.
  [[nodiscard]] std::optional<std::uint64_t> query(unsigned from, Edge edge, const model::Fingerprint& state) {
    if (const auto at = known_.find(state); at != known_.end()) return at->second;
    const auto [at, fresh] = waiting_.try_emplace(state, Waiting{edge, from, edge, 0});
    if (fresh) return std::nullopt;
    at->second.first = std::min(at->second.first, edge);
    ++at->second.others;
    return std::nullopt;
  }

  struct Waiting {
    Edge first;                // of those that lead there
    unsigned from = 0;         // the rank that sent it first
    Edge by;                   // and by which edge
    std::uint64_t others = 0;  // edges besides one
  };
  // Takes out one that has come; nothing if it was not requested.
  [[nodiscard]] std::optional<Waiting> take(const model::Fingerprint& state) {
    const auto at = waiting_.find(state);
    if (at == waiting_.end()) return std::nullopt;
    const Waiting waiting = at->second;
    waiting_.erase(at);
    return waiting;
  }
  // Takes out those that this rank has met itself since: calls take(id, waiting).
  template <typename Take>
  void take_known(const Take& take) {
    for (auto at = waiting_.begin(); at != waiting_.end();) {
      const auto known = known_.find(at->first);
      if (known != known_.end()) take(known->second, at->second);
      at = known != known_.end() ? waiting_.erase(at) : std::next(at);
    }
  }
  // The edges that lead to what is left, for the ranks that sent them.
  [[nodiscard]] std::vector<base::ByteSink> questions(unsigned ranks) const {
    std::vector<base::ByteSink> sinks(ranks);
    for (const auto& [state, waiting] : waiting_) write_edge(sinks[waiting.from], waiting.by);
    return sinks;
  }
  void forget_waiting() { waiting_.clear(); }

  [[nodiscard]] std::uint64_t bytes() const { return known_.size() * bytes_each + waiting_.size() * 2 * bytes_each; }

 private:
  static constexpr std::uint64_t bytes_each = 56;

  struct Hash {
    std::size_t operator()(const model::Fingerprint& state) const { return state.low; }
  };

  std::unordered_map<model::Fingerprint, std::uint64_t, Hash> known_;
  std::unordered_map<model::Fingerprint, Waiting, Hash> waiting_;
};

}  // namespace waymark::cluster
