#include "cluster/transport/join.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <new>
#include <string_view>

#include "base/installed.hpp"
#include "cluster/transport/plugin.hpp"

namespace waymark::cluster {

namespace {

constexpr int exit_after_fault = 3;  // as of any search that was not finished

}  // namespace

std::unique_ptr<Transport> join() {
  const std::string beside = base::installed_file("waymark-mpi.so");
  if (beside.empty()) {
    throw base::InputError(
        "waymark: error: --cluster needs MPI, and this build has none; install libopenmpi-dev and openmpi-bin, and "
        "build again");
  }
  // What MPI loads in turn looks for its symbols.
  void* const library = dlopen(beside.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    throw base::InputError(fmt::format(
        "waymark: error: --cluster needs MPI, and it cannot be loaded: {}; install openmpi-bin", dlerror()));
  }
  using Join = Transport* (*)();
  const auto join_mpi = reinterpret_cast<Join>(dlsym(library, "waymark_join_mpi"));
  Transport* const transport = join_mpi == nullptr ? nullptr : join_mpi();
  if (transport == nullptr) throw base::InputError("waymark: error: MPI does not start; use mpirun");
  return std::unique_ptr<Transport>(transport);
}

Company company() {
  const char* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  const char* const rank = std::getenv("OMPI_COMM_WORLD_RANK");
  Company company;
  if (size == nullptr || rank == nullptr) return company;
  const std::string_view digits = size;
  std::from_chars(digits.data(), digits.data() + digits.size(), company.processes);
  company.first = std::string_view(rank) == "0";
  return company;
}

void together(Transport& transport, const std::function<void()>& work) {
  std::string why;
  try {
    work();
  } catch (const base::InputError& fault) {
    why = fault.what();
  }
  const std::vector<Bytes> reasons = transport.gather({reinterpret_cast<const std::uint8_t*>(why.data()), why.size()});
  const auto failed = std::find_if(reasons.begin(), reasons.end(), [](const Bytes& one) { return !one.empty(); });
  if (failed == reasons.end()) return;
  const std::string first(failed->begin(), failed->end());
  const bool alike = std::all_of(reasons.begin(), reasons.end(), [&](const Bytes& one) { return one == *failed; });
  throw Agreed(alike ? first : fmt::format("rank {}: {}", failed - reasons.begin(), first));
}

void or_end_all(Transport& transport, const std::function<void()>& work) {
  try {
    work();
  } catch (const base::InputError& fault) {
    transport.abort(exit_after_fault, fault.what());
  } catch (const std::bad_alloc&) {
    transport.abort(exit_after_fault, "the machine has no memory left");
  }
}

}  // namespace waymark::cluster
