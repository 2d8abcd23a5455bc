// Processors: how many threads of this process can run at a time. Fewer than the machine has, where the process is
// bound to some of them, or where its container is granted the time of fewer.
#pragma once

#include <filesystem>
#include <optional>

namespace waymark::base {

// At least one.
[[nodiscard]] unsigned processors();

// How many of so many workers there can be, this thread included: the system may refuse to start more. At least one.
[[nodiscard]] unsigned startable(unsigned wanted);

// The time of how many processors this process's control groups grant, as the kernel tells it: `groups` is
// /proc/self/cgroup, and `root` where groups are mounted, of either version. Nothing: as much as there is.
[[nodiscard]] std::optional<double> granted_time(const std::filesystem::path& groups,
                                                 const std::filesystem::path& root);

}  // namespace waymark::base
