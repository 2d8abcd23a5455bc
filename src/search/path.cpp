#include "search/path.hpp"

namespace waymark::search {

bool Path::add(std::uint64_t number, std::uint32_t chain) {
  const std::uint64_t first = transitions_.size();
  const model::Mark mark = model_.mark();
  model_.enabled(enabled_);
  if (!transitions_.push(enabled_) || !frames_.push({mark, number, first, 0, chain})) {
    transitions_.shrink(first);
    return false;
  }
  if (chain == 0) ++states_;
  return true;
}

std::uint64_t Path::choices_before(std::uint64_t number) const {
  std::uint64_t frame = 0;
  while (frames_[frame].number != number) ++frame;
  return frame;
}

void Path::choices(std::vector<std::uint32_t>& out) const {
  for (std::uint64_t i = 0; i < frames_.size(); ++i) {
    if (frames_[i].next != 0) out.push_back(frames_[i].next - 1);
  }
}

}  // namespace waymark::search
