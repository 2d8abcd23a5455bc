// SharedStates: the set of states that the workers of one search have met, each kept as it is. Many threads insert at a
// time, each by a Writer of its own, and none waits for another: a known state is found by reading, a new one is
// written where nobody else writes and then published. Between rounds of that, one thread prepares the next.
//
// A state has no number when it is new: it is known by the place at which it stands, and remembers the least of the
// edges by which it was met, until somebody has found out in which order states are discovered and gives it its number.
// A search whose states need no numbers keeps bits of its own there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "base/mutex.hpp"
#include "containers/block.hpp"
#include "containers/bucket_table.hpp"
#include "containers/mix.hpp"
#include "containers/words.hpp"
#include "store/edge.hpp"

namespace waymark::store {

using Place = std::uint64_t;

class SharedStates {
 public:
  static constexpr Place nowhere = containers::BucketTable::none;

  // Of a state: its number, or none as long as it is known by an edge.
  class Mark {
   public:
    explicit Mark(std::uint64_t value) : value_(value) {}
    [[nodiscard]] static Mark numbered(std::uint64_t number) { return Mark(settled | number); }
    [[nodiscard]] bool has_number() const { return (value_ & settled) != 0; }
    [[nodiscard]] std::uint64_t number() const { return value_ & ~settled; }
    [[nodiscard]] bool is(Edge edge) const { return value_ == edge.value(); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

   private:
    static constexpr std::uint64_t settled = std::uint64_t{1} << 63;
    std::uint64_t value_;
  };

  // The inserting end of one thread.
  class Writer {
   public:
    // `cas_failure_rate`, for tests: one of so many attempts to publish fails for no reason; 0: none does.
    explicit Writer(SharedStates& states, unsigned cas_failure_rate = 0)
        : states_(states), cas_failure_rate_(cas_failure_rate) {}

    struct Answer {
      Place place = nowhere;  // nowhere: no room in this round, or none at all (refused())
      bool fresh = false;
      Mark mark{0};  // as it is now; the edge, if no lesser one has led there so far
    };
    // The state that these words are, which was met by that edge; prefetch_entry() may have guessed where it is.
    // REQUIRES: hash == mix_words(words).
    [[nodiscard]] Answer insert(std::span<const containers::Word> words, std::uint64_t hash, Edge edge,
                                Place guess = nowhere);
    [[nodiscard]] Answer insert(std::span<const containers::Word> words, Edge edge);
    // The same for who has no edges, but bits: none is set if the state is new.
    [[nodiscard]] Answer insert(std::span<const containers::Word> words, std::uint64_t hash);

   private:
    friend class SharedStates;
    [[nodiscard]] Answer publish(std::span<const containers::Word> words, std::uint64_t hash, std::uint64_t mark,
                                 Place guess);
    [[nodiscard]] Place write(std::span<const containers::Word> words, std::uint64_t mark);
    [[nodiscard]] bool loses() { return cas_failure_rate_ != 0 && (attempts_ += 7) % cas_failure_rate_ == 0; }

    SharedStates& states_;
    unsigned cas_failure_rate_;
    unsigned attempts_ = 0;
    // What is written next stands here, up to the end.
    std::uint64_t chunk_ = 0;
    std::uint64_t used_ = 0;
    std::uint64_t capacity_ = 0;
    std::uint64_t tickets_ = 0;    // for so many more states there is room in the table
    std::uint64_t published_ = 0;  // in this round
  };

  // What is kept of a state beside its words, for who can do with less: its mark, and its length, if that varies.
  struct Form {
    bool marks = true;
    std::uint32_t length = 0;  // 0: it varies
  };
  explicit SharedStates(base::Budget& budget) : SharedStates(budget, Form{}) {}
  SharedStates(base::Budget& budget, const Form& form)
      : budget_(budget), marks_(form.marks), length_(form.length), header_((marks_ ? 2 : 0) + (length_ == 0 ? 1 : 0)) {}
  SharedStates(const SharedStates&) = delete;
  SharedStates& operator=(const SharedStates&) = delete;

  // Calls work(i, n) for each i below n, by threads if there are several.
  using Together = std::function<void(const std::function<void(unsigned, unsigned)>&)>;
  // Between rounds: makes room for a round by these writers in which so many states or more may be met. False if the
  // budget refuses that.
  [[nodiscard]] bool prepare(
      std::span<Writer* const> writers, std::uint64_t states,
      const Together& together = [](const auto& work) { work(0, 1); });
  // Between rounds: no state is there any more; their room stays.
  void forget(std::span<Writer* const> writers);
  // In this round or an earlier one the budget refused what a state needs.
  [[nodiscard]] bool refused() const { return refused_.load(std::memory_order_relaxed); }

  void expect(std::uint64_t hash) const { table_.expect(hash); }
  [[nodiscard]] Place prefetch_entry(std::uint64_t hash) const;
  void expect_mark(Place place) const { __builtin_prefetch(at(place)); }
  [[nodiscard]] Mark mark(Place place) const {
    return Mark(std::atomic_ref<std::uint64_t>(mark_at(place)).load(std::memory_order_relaxed));
  }
  void set_number(Place place, std::uint64_t number) {
    std::atomic_ref<std::uint64_t>(mark_at(place)).store(Mark::numbered(number).value(), std::memory_order_relaxed);
  }
  // The bits of a state, for any thread at any time. A thread that sees one that was set sees what had been done before
  // by who set it; set_bits() answers those that were set before.
  [[nodiscard]] std::uint64_t bits(Place place) const {
    return std::atomic_ref<std::uint64_t>(mark_at(place)).load(std::memory_order_acquire);
  }
  std::uint64_t set_bits(Place place, std::uint64_t bits) const {
    return std::atomic_ref<std::uint64_t>(mark_at(place)).fetch_or(bits, std::memory_order_acq_rel);
  }
  void clear_bits(Place place, std::uint64_t bits) const {
    std::atomic_ref<std::uint64_t>(mark_at(place)).fetch_and(~bits, std::memory_order_acq_rel);
  }
  [[nodiscard]] std::span<const containers::Word> words(Place place) const {
    const containers::Word* const record = at(place);
    return {record + header_, length_ != 0 ? length_ : record[header_ - 1]};
  }

  [[nodiscard]] std::uint64_t bytes() const {
    const base::Lock lock(mutex_);
    return table_.bytes() + arena_bytes_ + chunks_.capacity() * sizeof(Chunk);
  }

 private:
  // A record begins at an even word: the mark, in two words, if there are any; the length, if it varies; the words.
  static constexpr unsigned offset_bits = 20;
  static constexpr std::uint64_t least_chunk = 1 << 12;
  static constexpr std::uint64_t chunks_in_a_round = 64;  // by one writer, at most
  static constexpr std::uint64_t tickets_at_a_time = 256;

  struct Chunk {
    containers::Word* words = nullptr;
    std::uint64_t used = 0;      // as of the last round, if somebody writes there
    std::uint64_t capacity = 0;  // words
  };

  [[nodiscard]] std::uint64_t record_words(std::uint64_t length) const { return (header_ + length + 1) / 2 * 2; }
  [[nodiscard]] containers::Word* at(Place place) const {
    return chunks_[place >> offset_bits].words + (place & ((1u << offset_bits) - 1));
  }
  [[nodiscard]] std::uint64_t& mark_at(Place place) const { return *reinterpret_cast<std::uint64_t*>(at(place)); }
  // What the mark is then.
  Mark lower(Place place, Edge edge) const;
  [[nodiscard]] bool new_chunk(Writer& writer, std::uint64_t needed);
  [[nodiscard]] bool make_chunk(std::uint64_t needed) NEEDS_LOCK(mutex_);
  [[nodiscard]] bool take_tickets(Writer& writer);
  [[nodiscard]] bool grow_table(const Together& together) NEEDS_LOCK(mutex_);

  base::Budget& budget_;
  bool marks_;
  std::uint32_t length_;  // of all states; 0: it varies
  std::uint32_t header_;  // words
  containers::BucketTable table_;
  std::atomic<std::uint64_t> tickets_left_{0};
  std::atomic<bool> refused_{false};
  // Not only those that are used, for it must not move during a round, in which all read it without a lock.
  std::vector<Chunk> chunks_;
  std::uint64_t writers_ = 1;
  mutable base::Mutex mutex_;
  std::uint64_t chunks_used_ GUARDED_BY(mutex_) = 0;
  std::uint64_t chunks_made_ GUARDED_BY(mutex_) = 0;  // those that are not used come last
  std::vector<containers::Block> blocks_ GUARDED_BY(mutex_);
  std::uint64_t arena_bytes_ GUARDED_BY(mutex_) = 0;
};

}  // namespace waymark::store
