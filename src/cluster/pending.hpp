// Pending: states to which transitions led and which are kept here, put aside until there are so many that looking them
// up together pays: what the store needs for one is fetched from memory while others are dealt with. Who met a state
// first follows from the edges, so it makes no difference when, or in which order, they are looked up.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "cluster/outbox.hpp"
#include "cluster/tree.hpp"
#include "containers/mix.hpp"
#include "store/store.hpp"

namespace waymark::cluster {

class Pending {
 public:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};  // a transition that was taken here

  struct Arrival {
    Edge edge;
    std::uint32_t from = nobody;  // who has sent it
    bool again = false;           // by naming one that had come before
  };

  // REQUIRES: the store wants notice.
  explicit Pending(store::Store& store) : store_(store) {}

  // A transition taken here leads to this state. `hash`: of its words.
  void add(Edge edge, std::span<const containers::Word> words, std::uint64_t hash) {
    words_.insert(words_.end(), words.begin(), words.end());
    put({{edge, nobody, false}, nullptr, store_.announce(hash), 0, static_cast<std::uint32_t>(words.size())});
  }
  // One that was sent, whose words these bytes are. False if they cannot be.
  [[nodiscard]] bool add(Records& records) {
    const auto state = records.state();
    if (state.size() % sizeof(containers::Word) != 0 || state.size() > most_bytes) return false;
    const std::size_t length = state.size() / sizeof(containers::Word);
    const std::size_t at = words_.size();
    words_.resize(at + length);
    if (length != 0) std::memcpy(words_.data() + at, state.data(), state.size());
    const std::uint64_t hash = containers::mix_words({words_.data() + at, length});
    const std::uint64_t which = entries_.size();
    put({{records.edge(), records.from(), false},
         records.keeper(),
         store_.announce(hash),
         0,
         static_cast<std::uint32_t>(length)});
    records.keep(unsettled | which);
    return true;
  }
  // One that had come before.
  void add_again(const Records& records) {
    put({{records.edge(), records.from(), true}, nullptr, {}, records.number(), 0});
  }

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] bool full() const { return entries_.size() >= most; }
  [[nodiscard]] std::uint64_t bytes() const {
    return entries_.capacity() * sizeof(Entry) + words_.capacity() * sizeof(containers::Word);
  }

  // Looks up all there are, after which there are none. expect(number) is called when it is known which state one is,
  // and meet(arrival, found, words) some time later, for all of them in the order in which they were put aside; what
  // had come before has no words. False if there was no room, and then nothing is said of that one and those after it.
  template <typename Expect, typename Meet>
  [[nodiscard]] bool take_in(const Expect& expect, const Meet& meet);
  void clear() {
    entries_.clear();
    words_.clear();
  }

 private:
  static constexpr std::size_t most = 192;
  static constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
  // What is remembered of a state that was sent while it is put aside: which of them it is, instead of its number.
  static constexpr std::uint64_t unsettled = std::uint64_t{1} << 62;

  struct Entry {
    Arrival arrival;
    std::uint64_t* keeper = nullptr;  // where its number is to be remembered
    store::Notice notice;
    std::uint64_t number = 0;  // once it is known
    std::uint32_t length = 0;  // of its words
    store::Seen seen = store::Seen::known;
  };

  void put(const Entry& entry) { entries_.push_back(entry); }

  store::Store& store_;
  std::vector<Entry> entries_;
  std::vector<containers::Word> words_;  // of all, one after the other
};

template <typename Expect, typename Meet>
bool Pending::take_in(const Expect& expect, const Meet& meet) {
  for (Entry& entry : entries_) {
    if (!entry.arrival.again) store_.approach(entry.notice);
  }
  std::size_t at = 0;
  std::size_t found = 0;
  for (; found < entries_.size(); ++found) {
    Entry& entry = entries_[found];
    if (entry.arrival.again) {
      if ((entry.number & unsettled) != 0) entry.number = entries_[entry.number & ~unsettled].number;
    } else {
      const store::Found it = store_.insert({{words_.data() + at, entry.length}, {}}, entry.notice);
      if (it.seen == store::Seen::no_room) break;
      at += entry.length;
      entry.number = it.number;
      entry.seen = it.seen;
      if (entry.keeper != nullptr) *entry.keeper = it.number;
    }
    expect(entry.number);
  }
  const bool room = found == entries_.size();
  at = 0;
  for (std::size_t i = 0; i < found; ++i) {
    const Entry& entry = entries_[i];
    meet(entry.arrival, store::Found{entry.seen, entry.number},
         std::span<const containers::Word>(words_.data() + at, entry.length));
    at += entry.length;
  }
  clear();
  return room;
}

}  // namespace waymark::cluster
