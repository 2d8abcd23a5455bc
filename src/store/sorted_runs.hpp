// SortedRuns: the states that were met, on disk, as 128 bits of each with its number, in files that are sorted. It
// cannot be asked about one state, but about many that are sorted too, in one pass over the files (delayed duplicate
// detection: Korf; Stern and Dill). Files are joined when they are of a size, so there are few, and what was written is
// written again as often as the whole has doubled.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "store/scratch_file.hpp"

namespace waymark::store {

// 128 bits that stand for a state, under the key of the search.
struct Print {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend auto operator<=>(const Print&, const Print&) = default;
};

class SortedRuns {
 public:
  struct Entry {
    Print print;
    std::uint64_t number = 0;
  };

  // In this directory. Each pass polls `stop`, if any, and throws base::Stopped; then what was added before is there.
  SortedRuns(std::string directory, const base::Stop* stop) : directory_(std::move(directory)), stop_(stop) {}

  // Calls known(i, number) for each of these that is there. REQUIRES: they are sorted by their prints.
  template <typename Known>
  void look_up(std::span<const Entry> asked, const Known& known);
  // REQUIRES: they are sorted by their prints, and none of them is there.
  void add(std::span<const Entry> fresh);

  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] std::uint64_t bytes() const { return size() * sizeof(Entry); }

 private:
  using Run = std::unique_ptr<ScratchFile>;

  [[nodiscard]] bool next(ScratchFile& run, Entry& entry) {
    constexpr std::uint32_t between_polls = 1u << 16;
    if (++read_ % between_polls == 0) base::poll(stop_);
    return run.read({reinterpret_cast<std::uint8_t*>(&entry), sizeof entry});
  }
  static void put(ScratchFile& run, const Entry& entry) {
    run.append({reinterpret_cast<const std::uint8_t*>(&entry), sizeof entry});
  }
  [[nodiscard]] Run join(ScratchFile& a, ScratchFile& b);

  std::string directory_;
  const base::Stop* stop_;
  std::uint32_t read_ = 0;
  std::vector<Run> runs_;  // the largest first
};

template <typename Known>
void SortedRuns::look_up(std::span<const Entry> asked, const Known& known) {
  for (const Run& run : runs_) {
    run->begin_reading();
    Entry entry;
    std::size_t i = 0;
    while (i < asked.size() && next(*run, entry)) {
      while (i < asked.size() && asked[i].print < entry.print) ++i;
      if (i < asked.size() && asked[i].print == entry.print) known(i, entry.number);
    }
  }
}

}  // namespace waymark::store
