#include "certify/fingerprints.hpp"

#include <utility>

#include "base/check.hpp"

namespace waymark::certify {

Fingerprints::Entry* Fingerprints::find(std::uint64_t id) {
  if (table_.empty()) return nullptr;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = home(id);; at = (at + 1) & mask) {
    if (table_[at].id == id) return &table_[at];
    if (table_[at].id == 0) return nullptr;
  }
}

void Fingerprints::insert(const Entry& entry, const base::Stop* stop) {
  CHECK(entry.id != 0);
  if (4 * (size_ + 1) > 3 * table_.size()) {
    if (stop != nullptr) stop->poll_room(2 * bytes());
    grow();
  }
  const std::size_t mask = table_.size() - 1;
  std::size_t at = home(entry.id);
  while (table_[at].id != 0) at = (at + 1) & mask;
  table_[at] = entry;
  if (++size_ > most_) most_ = size_;
}

// Closes the gap, so that no probe ends too early: what stands behind it moves up unless that is before its home.
void Fingerprints::erase(Entry* entry) {
  const std::size_t mask = table_.size() - 1;
  auto gap = static_cast<std::size_t>(entry - table_.data());
  for (std::size_t at = (gap + 1) & mask; table_[at].id != 0; at = (at + 1) & mask) {
    if (((at - home(table_[at].id)) & mask) < ((at - gap) & mask)) continue;
    table_[gap] = table_[at];
    gap = at;
  }
  table_[gap] = {};
  --size_;
}

void Fingerprints::clear() {
  table_ = {};
  shift_ = 64;
  size_ = 0;
  most_ = 0;
}

void Fingerprints::grow() {
  std::vector<Entry> old = std::exchange(table_, {});
  constexpr std::size_t least = 64;
  table_.resize(old.empty() ? least : 2 * old.size());
  shift_ = 64;
  for (std::size_t size = table_.size(); size > 1; size /= 2) --shift_;
  const std::uint64_t most = most_;
  size_ = 0;
  for (const Entry& entry : old) {
    if (entry.id != 0) insert(entry);
  }
  most_ = most;
}

}  // namespace waymark::certify
