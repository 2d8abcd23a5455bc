#include "base/processors.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace waymark::base {

namespace {

namespace fs = std::filesystem;

// What the file says, if it is there and is a number. "max", as groups of the second version say it, is none.
std::optional<double> number_in(std::istream& file) {
  double number = 0;
  if (file >> number && number > 0) return number;
  return std::nullopt;
}

// In the folder of one group, of either version.
std::optional<double> granted_by(const fs::path& group) {
  std::ifstream both(group / "cpu.max");
  std::ifstream quota_file(group / "cpu.cfs_quota_us");
  std::ifstream period_file(group / "cpu.cfs_period_us");
  const bool second = both.is_open();
  const std::optional<double> quota = number_in(second ? both : quota_file);
  const std::optional<double> period = number_in(second ? both : period_file);
  if (!quota || !period) return std::nullopt;
  return *quota / *period;
}

// A group has no more than those that it is part of.
void bound_by(const fs::path& mount, const fs::path& group, std::optional<double>& least) {
  fs::path folder = mount;
  const auto look = [&] {
    const std::optional<double> granted = granted_by(folder);
    if (granted && (!least || *granted < *least)) least = granted;
  };
  look();
  for (const fs::path& part : group.relative_path()) {
    folder /= part;
    look();
  }
}

}  // namespace

// A line has a number, controllers and a group. With the second version it has no controllers.
std::optional<double> granted_time(const fs::path& groups, const fs::path& root) {
  std::optional<double> least;
  std::ifstream file(groups);
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string controllers;
    std::string group;
    std::getline(fields, controllers, ':');
    std::getline(fields, controllers, ':');
    std::getline(fields, group);
    if (controllers.empty()) {
      bound_by(root, group, least);
      continue;
    }
    if (("," + controllers + ",").find(",cpu,") != std::string::npos) bound_by(root / "cpu", group, least);
  }
  return least;
}

unsigned startable(unsigned wanted) {
  std::atomic<bool> over{false};
  std::vector<std::thread> threads;
  try {
    while (threads.size() + 1 < wanted) threads.emplace_back([&over] { over.wait(false); });
  } catch (const std::system_error&) {  // then these are all
  }
  over = true;
  over.notify_all();
  for (std::thread& thread : threads) thread.join();
  return static_cast<unsigned>(threads.size()) + 1;
}

unsigned processors() {
  cpu_set_t set;
  // On a machine with more than fit into a set the system has to count.
  const bool fits = sched_getaffinity(0, sizeof set, &set) == 0;
  const double allowed = fits ? CPU_COUNT(&set) : std::thread::hardware_concurrency();
  const double granted = granted_time("/proc/self/cgroup", "/sys/fs/cgroup").value_or(allowed);
  return std::max(1u, static_cast<unsigned>(std::ceil(std::min(allowed, granted))));
}

}  // namespace waymark::base
