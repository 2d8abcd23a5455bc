// BucketTable: finds values of 40 bits by the hash of what they stand for. Its user keeps the keys, and says
// whether that of a value is the one sought. Values are added and never taken out one by one.
//
// A bucket is a cache line of eight slots; a value stands in the first free slot of its home bucket or, if that is
// full, of the next one that is not. Nothing is ever moved to make room, so a bucket with a free slot ends every
// search: one that finds nothing reads one line, as a rule. A slot is 23 bits of the hash (the tag), a bit that says
// that the value is not in its home bucket, and the value and one more. Homes are the high bits of the hash and the tag
// those that follow, but for the first twelve; so a table that is twice as large is made from the table alone: keys are
// hashed again only for the few values that are away from home, and the memory of the old one is given back on the way.
//
// Also for many threads at a time, between which it may not grow: publish().
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "base/mutex.hpp"
#include "containers/block.hpp"
#include "containers/mix.hpp"

namespace waymark::containers {

class BucketTable {
 public:
  static constexpr unsigned value_bits = 40;
  static constexpr std::uint64_t most_values = (std::uint64_t{1} << value_bits) - 1;
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  // The free slot at which a search ended that found nothing.
  struct Gap {
    std::uint64_t* slot = nullptr;
    std::uint64_t away = 0;  // what a slot says that is not in the home bucket
  };

  // The value with that hash for which `matches(value)` holds, or none.
  template <typename Matches>
  [[nodiscard]] std::uint64_t find(std::uint64_t hash, const Matches& matches) const {
    Gap gap;
    return find(hash, matches, gap);
  }
  // The same; if there is none, one may be placed in the gap. REQUIRES for that: size() < full_at().
  template <typename Matches>
  [[nodiscard]] std::uint64_t find(std::uint64_t hash, const Matches& matches, Gap& gap) const {
    if (buckets_ == 0) return none;
    const std::uint64_t tag = tag_of(hash);
    std::uint64_t away = 0;
    for (std::uint64_t bucket = home(hash);; bucket = after(bucket), away = displaced) {
      const View view = look(bucket, tag);
      for (unsigned tagged = view.tagged; tagged != 0; tagged &= tagged - 1) {
        const std::uint64_t value = value_of(at(bucket)[first_of(tagged)]);
        if (matches(value)) return value;
      }
      if (view.filled == slots) continue;
      gap = {&at(bucket)[view.filled], away};
      return none;
    }
  }
  // REQUIRES: size() < full_at(), and none with the same key is there.
  void place(std::uint64_t hash, std::uint64_t value) {
    put(home(hash), tag_of(hash) | (value + 1));
    ++size_;
  }
  // The same in the gap that find() returned, since which nothing was placed.
  void place(const Gap& gap, std::uint64_t hash, std::uint64_t value) {
    *gap.slot = tag_of(hash) | gap.away | (value + 1);
    ++size_;
  }

  // For many threads: find() and, if there is none, place() in one. make() gives the value to be placed, or none if
  // there is no room, and is called at most once; what the value stands for can be read by every thread that gets it.
  // Answers the value that is there now. Losing on purpose now and then (`loses`) is for tests. REQUIRES: size() stays
  // below full_at(); each publisher says so by count(), when all are done.
  template <typename Make, typename Matches, typename Loses>
  [[nodiscard]] std::uint64_t publish(std::uint64_t hash, const Make& make, const Matches& matches,
                                      const Loses& loses) {
    const std::uint64_t tag = tag_of(hash);
    std::uint64_t away = 0;
    std::uint64_t made = none;
    for (std::uint64_t bucket = home(hash);; bucket = after(bucket), away = displaced) {
      const View view = look(bucket, tag);
      for (unsigned tagged = view.tagged; tagged != 0; tagged &= tagged - 1) {
        const std::uint64_t value = value_of(acquired(at(bucket)[first_of(tagged)]));
        if (matches(value)) return value;
      }
      for (unsigned i = view.filled; i < slots; ++i) {
        const std::atomic_ref<std::uint64_t> shared(at(bucket)[i]);
        std::uint64_t slot = shared.load(std::memory_order_acquire);
        while (slot == 0) {
          if (made == none) made = make();
          if (made == none) return none;
          if (loses()) {
            slot = shared.load(std::memory_order_acquire);
          } else if (shared.compare_exchange_weak(slot, tag | away | (made + 1), std::memory_order_release,
                                                  std::memory_order_acquire)) {
            return made;
          }
        }
        if ((slot ^ tag) >> tag_shift == 0 && matches(value_of(slot))) return value_of(slot);
      }
    }
  }
  void count(std::uint64_t published) { size_ += published; }

  // Will be looked up soon.
  void expect(std::uint64_t hash) const {
    if (buckets_ != 0) __builtin_prefetch(table_.as<Bucket>() + home(hash));
  }
  // A value in the home bucket that is likely to be the one with that hash, or none; for who fetches what it stands for
  // beforehand, while others publish.
  [[nodiscard]] std::uint64_t guess(std::uint64_t hash) const {
    if (buckets_ == 0) return none;
    const std::uint64_t bucket = home(hash);
    const unsigned tagged = look(bucket, tag_of(hash)).tagged;
    // Without a branch on what has yet to come from memory, so that others are looked up meanwhile.
    const std::uint64_t value = value_of(acquired(at(bucket)[first_of(tagged | 1u << (slots - 1))]));
    return tagged != 0 ? value : none;
  }

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t grow_at() const { return grow_at_; }  // the size at which it should be larger
  [[nodiscard]] std::uint64_t full_at() const { return full_at_; }  // the size at which it must
  [[nodiscard]] std::uint64_t bytes() const { return table_.bytes(); }

  // Makes it larger: by half or a quarter if the budget refuses twice. `hash_of(value)` is that of a value's key, and
  // each(place) calls place(hash, value) for all values. together(work) calls work(i, n) for each i below n, by
  // threads, if there are several. False if there is no memory, and then it is full earlier.
  template <typename HashOf, typename Each, typename Together>
  [[nodiscard]] bool grow(base::Budget& budget, const HashOf& hash_of, const Each& each, const Together& together);
  template <typename HashOf, typename Each>
  [[nodiscard]] bool grow(base::Budget& budget, const HashOf& hash_of, const Each& each) {
    return grow(budget, hash_of, each, [](const auto& work) { work(0u, 1u); });
  }

  // Empty, and as large as it is.
  void clear() {
    table_.clear();
    size_ = 0;
  }

 private:
  static constexpr unsigned slots = 8;
  static constexpr unsigned tag_shift = value_bits + 1;
  static constexpr std::uint64_t displaced = std::uint64_t{1} << value_bits;
  static constexpr std::uint64_t smallest = 8;  // buckets
  // High bits of the hash that are in no tag: smaller tables are filled anew when they grow.
  static constexpr unsigned untagged_bits = 12;

  struct alignas(64) Bucket {
    std::array<std::uint64_t, slots> slot;
  };

  [[nodiscard]] static std::uint64_t tag_of(std::uint64_t hash) {
    return hash << untagged_bits >> tag_shift << tag_shift;
  }
  [[nodiscard]] static std::uint64_t value_of(std::uint64_t slot) { return (slot & (displaced - 1)) - 1; }
  [[nodiscard]] std::uint64_t home(std::uint64_t hash) const { return spread(hash, buckets_); }
  [[nodiscard]] std::uint64_t after(std::uint64_t bucket) const { return bucket + 1 == buckets_ ? 0 : bucket + 1; }
  [[nodiscard]] std::array<std::uint64_t, slots>& at(std::uint64_t bucket) const {
    return table_.as<Bucket>()[bucket].slot;
  }
  // A bucket at one moment: which of its slots have that tag, one bit for each, and how many are filled, from the front
  // on. Found without branches: which slot it is cannot be foreseen, and a processor that guesses wrong begins anew.
  struct View {
    unsigned tagged = 0;
    unsigned filled = 0;
  };
  [[nodiscard]] View look(std::uint64_t bucket, std::uint64_t tag) const {
    View view;
    unsigned filled = 0;
    for (unsigned i = 0; i < slots; ++i) {
      const std::uint64_t slot = std::atomic_ref<std::uint64_t>(at(bucket)[i]).load(std::memory_order_relaxed);
      const unsigned is_filled = slot != 0 ? 1 : 0;
      filled |= is_filled << i;
      view.tagged |= ((slot ^ tag) >> tag_shift == 0 ? is_filled : 0) << i;
    }
    // Up to the first that is not: of slots that are being filled a later one may be seen earlier.
    view.filled = static_cast<unsigned>(std::countr_one(filled));
    return view;
  }
  [[nodiscard]] static unsigned first_of(unsigned tagged) { return static_cast<unsigned>(std::countr_zero(tagged)); }
  // A slot that was seen to be filled, with what it stands for.
  [[nodiscard]] static std::uint64_t acquired(std::uint64_t& slot) {
    return std::atomic_ref<std::uint64_t>(slot).load(std::memory_order_acquire);
  }
  // Each slot but the displaced bit, which this finds out.
  void put(std::uint64_t bucket, std::uint64_t entry) {
    for (;; bucket = after(bucket), entry |= displaced) {
      const unsigned filled = look(bucket, entry).filled;
      if (filled == slots) continue;
      at(bucket)[filled] = entry;
      return;
    }
  }
  void resized(std::uint64_t buckets) {
    buckets_ = buckets;
    grow_at_ = buckets * slots / 8 * 5;
    full_at_ = buckets * slots / 16 * 15;
  }
  [[nodiscard]] bool can_be_split() const {
    return std::has_single_bit(buckets_) && buckets_ >> untagged_bits != 0 && buckets_ >> (untagged_bits + 22) == 0;
  }
  // A value that is not in its home bucket, while the table is being split.
  struct Stray {
    std::uint64_t home = 0;
    std::uint64_t slot = 0;
  };
  template <typename HashOf, typename Together>
  void split(Block old, const HashOf& hash_of, const Together& together);
  template <typename HashOf>
  void split_part(const Block& old, std::uint64_t begin, std::uint64_t end, const HashOf& hash_of,
                  std::vector<Stray>& strays);

  Block table_;
  std::uint64_t buckets_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t grow_at_ = 0;
  std::uint64_t full_at_ = 0;
};

template <typename HashOf, typename Each, typename Together>
bool BucketTable::grow(base::Budget& budget, const HashOf& hash_of, const Each& each, const Together& together) {
  // Refused, the set goes on in a denser table: slower, but room for every key that the budget has room for.
  for (const std::uint64_t eighths : {16, 12, 10}) {
    const std::uint64_t buckets = std::max(smallest, buckets_ * eighths / 8);
    if (eighths == 16 && can_be_split()) {
      auto larger = table_.make_successor(budget, buckets * sizeof(Bucket));
      if (!larger) continue;
      std::swap(table_, *larger);
      resized(buckets);
      split(std::move(*larger), hash_of, together);
      return true;
    }
    if (!table_.replace(budget, buckets * sizeof(Bucket))) continue;
    resized(buckets);
    each([&](std::uint64_t hash, std::uint64_t value) { put(home(hash), tag_of(hash) | (value + 1)); });
    return true;
  }
  grow_at_ = full_at_;
  return false;
}

// The values of a bucket that is their home go to two buckets side by side, to which nothing else goes: so parts of the
// table are split at the same time, each from front to back. What is away from home comes last.
template <typename HashOf, typename Together>
void BucketTable::split(Block old, const HashOf& hash_of, const Together& together) {
  const std::uint64_t before = buckets_ / 2;
  struct {
    base::Mutex mutex;
    std::vector<Stray> all GUARDED_BY(mutex);
  } strays;
  together([&](unsigned part, unsigned parts) {
    std::vector<Stray> found;
    split_part(old, before * part / parts, before * (part + 1) / parts, hash_of, found);
    const base::Lock lock(strays.mutex);
    strays.all.insert(strays.all.end(), found.begin(), found.end());
  });
  const base::Lock lock(strays.mutex);
  for (const Stray& stray : strays.all) put(stray.home, stray.slot);
}

template <typename HashOf>
void BucketTable::split_part(const Block& old, std::uint64_t begin, std::uint64_t end, const HashOf& hash_of,
                             std::vector<Stray>& strays) {
  const auto* const buckets = old.as<Bucket>();
  const auto depth = static_cast<unsigned>(std::countr_zero(buckets_));  // high bits of the hash that are the home now
  const unsigned deciding = 64 - (depth - untagged_bits);                // of a slot: the last one of these
  constexpr std::uint64_t between = std::uint64_t{1} << 15;              // buckets, before memory is given back
  std::uint64_t dropped = (begin + between - 1) / between * between;
  for (std::uint64_t i = begin; i < end; ++i) {
    for (const std::uint64_t slot : buckets[i].slot) {
      if (slot == 0) break;
      if ((slot & displaced) != 0) {
        strays.push_back({home(hash_of(value_of(slot))), slot & ~displaced});
      } else {
        put(2 * i + (slot >> deciding & 1), slot);
      }
    }
    if (i + 1 == dropped + between) {
      old.drop(dropped * sizeof(Bucket), between * sizeof(Bucket));
      dropped = i + 1;
    }
  }
}

}  // namespace waymark::containers
