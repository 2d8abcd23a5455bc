// Ranks for tests: threads, of one process or of several that are threads themselves.
#pragma once

#include <functional>

#include "cluster/transport/threads.hpp"

namespace waymark::cluster {

inline void run_ranks(unsigned ranks, unsigned in_a_process, const std::function<void(Transport&)>& rank) {
  if (in_a_process == 1) return Threads(ranks).run(rank);
  Threads(ranks / in_a_process).run([&](Transport& between) { Threads(in_a_process, between).run(rank); });
}

}  // namespace waymark::cluster
