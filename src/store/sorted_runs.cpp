#include "store/sorted_runs.hpp"

namespace waymark::store {

void SortedRuns::add(std::span<const Entry> fresh) {
  if (fresh.empty()) return;
  runs_.push_back(std::make_unique<ScratchFile>(directory_));
  for (const Entry& entry : fresh) put(*runs_.back(), entry);
  while (runs_.size() > 1 && runs_.end()[-2]->size() < 2 * runs_.back()->size()) {
    Run joined = join(*runs_.end()[-2], *runs_.back());
    runs_.pop_back();
    runs_.back() = std::move(joined);
  }
}

SortedRuns::Run SortedRuns::join(ScratchFile& a, ScratchFile& b) {
  auto joined = std::make_unique<ScratchFile>(directory_);
  a.begin_reading();
  b.begin_reading();
  Entry of_a;
  Entry of_b;
  bool more_a = next(a, of_a);
  bool more_b = next(b, of_b);
  while (more_a || more_b) {
    if (more_a && (!more_b || of_a.print < of_b.print)) {
      put(*joined, of_a);
      more_a = next(a, of_a);
    } else {
      put(*joined, of_b);
      more_b = next(b, of_b);
    }
  }
  return joined;
}

std::uint64_t SortedRuns::size() const {
  std::uint64_t bytes = 0;
  for (const Run& run : runs_) bytes += run->size();
  return bytes / sizeof(Entry);
}

}  // namespace waymark::store
