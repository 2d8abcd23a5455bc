#include "base/places.hpp"

#ifdef WAYMARK_HWLOC
#include <hwloc.h>
#endif
#include <sched.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "base/processors.hpp"

namespace waymark::base {

// As the system lists them: 0, or 0-1, or 0,8.
bool has_several_nodes() {
  std::ifstream file("/sys/devices/system/node/has_memory");
  std::string nodes;
  return std::getline(file, nodes) && nodes.find_first_of("-,") != std::string::npos;
}

#ifdef WAYMARK_HWLOC

namespace {

// Of cores, processing units and nodes of memory alone, as the system knows them: to ask every processor as well would
// take several times as long. Nothing if it is not known.
hwloc_topology* machine() {
  hwloc_topology* topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return nullptr;
  hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE, HWLOC_TYPE_FILTER_KEEP_ALL);
  hwloc_topology_set_components(topology, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, "x86");
  if (hwloc_topology_load(topology) == 0) return topology;
  hwloc_topology_destroy(topology);
  return nullptr;
}

}  // namespace

std::vector<unsigned> in_order(hwloc_topology* topology, const std::vector<unsigned>& allowed) {
  struct Unit {
    unsigned in_core = 0;  // which of the core's that are allowed
    unsigned number = 0;
  };
  std::vector<Unit> units;
  hwloc_obj_t core = nullptr;
  unsigned in_core = 0;
  for (hwloc_obj_t one = nullptr; (one = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_PU, one)) != nullptr;) {
    const hwloc_obj_t its = hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, one);
    if (its == nullptr || its != core) in_core = 0;
    core = its;
    if (std::find(allowed.begin(), allowed.end(), one->os_index) == allowed.end()) continue;
    units.push_back({in_core++, one->os_index});
  }
  std::stable_sort(units.begin(), units.end(), [](const Unit& a, const Unit& b) { return a.in_core < b.in_core; });
  std::vector<unsigned> numbers;
  numbers.reserve(units.size());
  for (const Unit& unit : units) numbers.push_back(unit.number);
  return numbers;
}

Places::Places(unsigned workers, bool several_nodes) {
  if (!several_nodes) return;
  const std::vector<unsigned> allowed = allowed_units();
  if (workers < 2 || workers != allowed.size() || workers != processors()) return;
  hwloc_topology* const topology = machine();
  if (topology == nullptr) return;
  units_ = in_order(topology, allowed);
  hwloc_topology_destroy(topology);
  if (units_.size() != workers) units_.clear();
}

SpreadMemory::SpreadMemory() {
  if (!has_several_nodes()) return;
  hwloc_topology* const topology = machine();
  if (topology == nullptr) return;
  const bool spread = hwloc_set_membind(topology, hwloc_topology_get_topology_nodeset(topology),
                                        HWLOC_MEMBIND_INTERLEAVE, HWLOC_MEMBIND_THREAD | HWLOC_MEMBIND_BYNODESET) == 0;
  if (spread) {
    topology_ = topology;
  } else {
    hwloc_topology_destroy(topology);
  }
}

SpreadMemory::~SpreadMemory() {
  if (topology_ == nullptr) return;
  hwloc_set_membind(topology_, hwloc_topology_get_topology_nodeset(topology_), HWLOC_MEMBIND_DEFAULT,
                    HWLOC_MEMBIND_THREAD | HWLOC_MEMBIND_BYNODESET);
  hwloc_topology_destroy(topology_);
}

#else

// Which units share a core is not known.
Places::Places(unsigned, bool) {}
SpreadMemory::SpreadMemory() = default;
SpreadMemory::~SpreadMemory() = default;

#endif

void Places::take(unsigned worker) const {
  if (units_.empty()) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(units_[worker], &set);
  (void)sched_setaffinity(0, sizeof set, &set);  // who is not permitted to goes on as before
}

}  // namespace waymark::base
