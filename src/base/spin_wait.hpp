// Waiting for what another thread does in a moment: to sleep and be woken would take longer than most of what workers
// wait for, so they look out for it a while first. Now and then who looks makes way for those that it waits for, since
// there may be fewer processors than threads.
#pragma once

#include <thread>

namespace waymark::base {

// True as soon as it is so; false if it was not within some hundredths of a millisecond.
template <typename Condition>
[[nodiscard]] bool spin_wait(const Condition& is_so) {
  constexpr unsigned turns = 64;
  constexpr unsigned looks_in_a_turn = 256;
  for (unsigned turn = 0; turn < turns; ++turn) {
    for (unsigned look = 0; look < looks_in_a_turn; ++look) {
      if (is_so()) return true;
    }
    std::this_thread::yield();
  }
  return false;
}

}  // namespace waymark::base
