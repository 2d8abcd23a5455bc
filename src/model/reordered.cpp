#include "model/reordered.hpp"

#include <algorithm>

#include "base/check.hpp"
#include "containers/mix.hpp"
#include "model/walker.hpp"

namespace waymark::model {

std::uint64_t Reordered::place(const Transition& transition) const {
  return containers::mix(containers::mix_pair(transition.actor, transition.action) +
                         containers::mix_pair(transition.choice, 1) + containers::mix(seed_ << 32 | seed_));
}

void Reordered::enabled(std::vector<Transition>& out) {
  inner().enabled(out);
  if (seed_ == 0) return;
  // Different transitions whose places are equal come in their own order, so that this is an order whatever happens.
  std::sort(out.begin(), out.end(), [this](const Transition& a, const Transition& b) {
    const std::uint64_t one = place(a);
    const std::uint64_t other = place(b);
    return one != other ? one < other : a < b;
  });
}

std::vector<std::uint32_t> Reordered::plain(const std::vector<std::uint32_t>& choices) {
  std::vector<std::uint32_t> out;
  std::vector<Transition> own;
  Walker walker(*this);
  for (const std::uint32_t choice : choices) {
    inner().enabled(own);
    const auto at = std::find(own.begin(), own.end(), walker.enabled().at(choice));
    CHECK(at != own.end());
    out.push_back(static_cast<std::uint32_t>(at - own.begin()));
    (void)walker.take(choice);
  }
  return out;
}

}  // namespace waymark::model
