// FP, the certifier's map from numbers of states to their fingerprints. Entries come and go: with marks of last
// occurrences it holds a fraction of all states.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "base/stop.hpp"
#include "model/fingerprint.hpp"

namespace waymark::certify {

class Fingerprints {
 public:
  struct Entry {
    std::uint64_t id = 0;  // 0: nobody
    model::Fingerprint fingerprint;
    bool own = false;  // said by the task that explored the state
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  [[nodiscard]] Entry* find(std::uint64_t id);
  // REQUIRES: it is not there. Throws base::Stopped where a table of twice the size has no room.
  void insert(const Entry& entry, const base::Stop* stop = nullptr);
  // REQUIRES: it is there; pointers to others become invalid.
  void erase(Entry* entry);
  void clear();

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] std::uint64_t most() const { return most_; }  // entries at a time
  [[nodiscard]] std::uint64_t bytes() const { return table_.capacity() * sizeof(Entry); }
  template <typename Visitor>
  void each(Visitor visit) const {
    for (const Entry& entry : table_) {
      if (entry.id != 0) visit(entry);
    }
  }

 private:
  [[nodiscard]] std::size_t home(std::uint64_t id) const {
    return static_cast<std::size_t>((id * 0x9E3779B97F4A7C15u) >> shift_);
  }
  void grow();

  // A power of two, at most three quarters full, probed one by one.
  std::vector<Entry> table_;
  unsigned shift_ = 64;
  std::uint64_t size_ = 0;
  std::uint64_t most_ = 0;
};

}  // namespace waymark::certify
