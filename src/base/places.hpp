// Places: where the workers of a search run. On a machine with several nodes of memory, if there are as many as
// processing units on which they may run, each stays on one of its own, so that none is moved away from its memory.
// Fewer are left to the system: two processes that bound theirs would meet on the same units. So are all where there is
// one node: it was no quicker to bind them there. Where it is not possible, or not known, nothing is bound: nothing but
// time rests on it.
#pragma once

#include <vector>

struct hwloc_topology;

namespace waymark::base {

[[nodiscard]] bool has_several_nodes();

class Places {
 public:
  explicit Places(unsigned workers, bool several_nodes = has_several_nodes());

  // The calling thread is this worker. REQUIRES: not the first, who is whoever made the others, and runs where they do
  // not.
  void take(unsigned worker) const;
  // By worker; none if they are left to the system.
  [[nodiscard]] const std::vector<unsigned>& units() const { return units_; }

 private:
  std::vector<unsigned> units_;
};

// Memory that the calling thread, and threads that it starts from now on, are the first to touch is spread over all
// nodes of the machine for as long as this lasts: what all workers use is as far from each of them then. Nothing
// changes where there is one node.
class SpreadMemory {
 public:
  SpreadMemory();
  SpreadMemory(const SpreadMemory&) = delete;
  SpreadMemory& operator=(const SpreadMemory&) = delete;
  ~SpreadMemory();

 private:
  hwloc_topology* topology_ = nullptr;  // nothing was changed
};

// Those of the topology that are allowed, in the order in which workers take them: first one of each core, package by
// package.
[[nodiscard]] std::vector<unsigned> in_order(hwloc_topology* topology, const std::vector<unsigned>& allowed);

}  // namespace waymark::base
