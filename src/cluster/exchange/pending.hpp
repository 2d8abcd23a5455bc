// Pending: states to which transitions led, put aside until they can be dealt with together. Those that were reached by
// transitions taken here are first sorted by owner, some transitions later: whether that is this rank is
// as good as chance, and the processor, which cannot foresee it, then knows at once. Those that are kept here wait
// until there are so many that looking them up together pays: what the store needs for one is fetched from memory while
// others are dealt with. The discovery of a state follows from the edges, so it makes no difference when, or in which
// order, they are looked up.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "cluster/exchange/edge.hpp"
#include "cluster/exchange/outbox.hpp"
#include "containers/mix.hpp"
#include "store/store.hpp"

namespace waymark::cluster {

class Pending {
 public:
  static constexpr std::uint32_t this_rank = ~std::uint32_t{0};  // a transition that was taken here

  struct Arrival {
    Edge edge;
    std::uint32_t from = this_rank;  // the rank that has sent it
    bool again = false;              // by naming one that had come before
  };

  // REQUIRES: the store wants probe.
  explicit Pending(store::Store& store) : store_(store) {}

  // A transition taken here leads to this state, which rank `to` keeps. `hash`: of its words.
  void land(unsigned to, Edge edge, std::span<const containers::Word> words, std::uint64_t hash) {
    Landed& one = landed_.emplace_back();
    one.edge = edge;
    one.hash = hash;
    one.begin = lay(words.data(), words.size());
    one.length = static_cast<std::uint32_t>(words.size());
    one.to = to;
  }
  // Keeps what has landed and is kept `here`, and calls send(to, edge, hash, words) for the rest.
  template <typename Send>
  void sort_out(unsigned here, const Send& send) {
    for (const Landed& one : landed_) {
      if (one.to == here) {
        Entry& entry = put(one.edge, this_rank);
        entry.probe = store_.prefetch_bucket(one.hash);
        entry.begin = one.begin;
        entry.length = one.length;
      } else {
        send(one.to, one.edge, one.hash, std::span<const containers::Word>(words_.data() + one.begin, one.length));
      }
    }
    landed_.clear();
    if (entries_.empty()) used_ = 0;
  }
  // One that was sent, whose words these bytes are. False if they cannot be.
  [[nodiscard]] bool add(Records& records) {
    const auto state = records.state();
    if (state.size() % sizeof(containers::Word) != 0 || state.size() > most_bytes) return false;
    const auto length = static_cast<std::uint32_t>(state.size() / sizeof(containers::Word));
    const std::uint32_t begin = lay(state.data(), length);
    const std::uint64_t hash = containers::mix_words({words_.data() + begin, length});
    const std::uint64_t which = entries_.size();
    Entry& entry = put(records.edge(), records.from());
    entry.keeper = records.keeper();
    entry.probe = store_.prefetch_bucket(hash);
    entry.begin = begin;
    entry.length = length;
    records.keep(unsettled | which);
    return true;
  }
  // One that had come before.
  void add_again(const Records& records) {
    Entry& entry = put(records.edge(), records.from());
    entry.arrival.again = true;
    entry.number = records.number();
  }

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] bool full() const { return entries_.size() >= most || used_ >= most_words; }
  [[nodiscard]] std::uint64_t bytes() const {
    return entries_.capacity() * sizeof(Entry) + landed_.capacity() * sizeof(Landed) +
           words_.capacity() * sizeof(containers::Word);
  }

  // Looks up all there are, after which there are none. expect(number) is called when it is known which state one is,
  // and meet(arrival, found, words) some time later, for all of them in the order in which they were put aside; what
  // had come before has no words. False if there was no room, and then nothing is said of that one and those after it.
  // REQUIRES: nothing has landed that is not sorted out.
  template <typename Expect, typename Meet>
  [[nodiscard]] bool take_in(const Expect& expect, const Meet& meet);
  void clear() {
    entries_.clear();
    landed_.clear();
    used_ = 0;
  }

 private:
  static constexpr std::size_t most = 192;
  static constexpr std::size_t most_words = 1 << 14;
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
  // What is remembered of a state that was sent while it is put aside: which of them it is, instead of its number.
  static constexpr std::uint64_t unsettled = std::uint64_t{1} << 62;

  struct Entry {
    Arrival arrival;
    std::uint64_t* keeper = nullptr;  // where its number is to be remembered
    store::Probe probe;
    std::uint64_t number = 0;  // once it is known
    std::uint32_t begin = 0;   // of its words
    std::uint32_t length = 0;
    store::Seen seen = store::Seen::known;
  };

  struct Landed {
    Edge edge;
    std::uint64_t hash = 0;
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
    unsigned to = 0;
  };

  // Filled in where it is, here and above: what is written in pieces and copied at once is waited for.
  [[nodiscard]] Entry& put(Edge edge, std::uint32_t from) {
    Entry& entry = entries_.emplace_back();
    entry.arrival.edge = edge;
    entry.arrival.from = from;
    return entry;
  }
  // Answers where these words are from now on.
  [[nodiscard]] std::uint32_t lay(const void* words, std::size_t length) {
    const std::size_t begin = used_;
    used_ += length;
    if (used_ > words_.size()) words_.resize(2 * used_);
    if (length != 0) std::memcpy(words_.data() + begin, words, length * sizeof(containers::Word));
    return static_cast<std::uint32_t>(begin);
  }

  store::Store& store_;
  std::vector<Landed> landed_;
  std::vector<Entry> entries_;
  std::vector<containers::Word> words_;  // of all, one after the other
  std::size_t used_ = 0;                 // of these
};

template <typename Expect, typename Meet>
bool Pending::take_in(const Expect& expect, const Meet& meet) {
  const auto words = [this](const Entry& entry) {
    return std::span<const containers::Word>(words_.data() + entry.begin, entry.length);
  };
  for (Entry& entry : entries_) {
    if (!entry.arrival.again) store_.prefetch_entry(entry.probe);
  }
  std::size_t found = 0;
  for (; found < entries_.size(); ++found) {
    Entry& entry = entries_[found];
    if (entry.arrival.again) {
      if ((entry.number & unsettled) != 0) entry.number = entries_[entry.number & ~unsettled].number;
    } else {
      const store::Found it = store_.insert({words(entry)}, entry.probe);
      if (it.seen == store::Seen::no_room) break;
      entry.number = it.number;
      entry.seen = it.seen;
      if (entry.keeper != nullptr) *entry.keeper = it.number;
    }
    expect(entry.number);
  }
  const bool room = found == entries_.size();
  for (std::size_t i = 0; i < found; ++i) {
    const Entry& entry = entries_[i];
    meet(entry.arrival, store::Found{entry.seen, entry.number}, words(entry));
  }
  clear();
  return room;
}

}  // namespace waymark::cluster
