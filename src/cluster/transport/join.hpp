// Joining a cluster, and doing together what may fail.
#pragma once

#include <functional>
#include <memory>

#include "base/diagnostics.hpp"
#include "cluster/transport/transport.hpp"

namespace waymark::cluster {

// The transport of this process among those that mpirun started. Throws base::InputError if this build, or this
// machine, has no MPI.
[[nodiscard]] std::unique_ptr<Transport> join();

// What mpirun says in the environment: how many processes it has started, and whether this is the first of them.
struct Company {
  unsigned processes = 1;
  bool first = true;
};
[[nodiscard]] Company company();

// What all ranks throw alike; one of them tells.
class Agreed final : public base::InputError {
 public:
  using base::InputError::InputError;
};

// Every rank does its work. If that throws base::InputError at some of them, all throw Agreed, with the first one's
// reason.
void together(Transport& transport, const std::function<void()>& work);
// Work within which ranks wait for each other. What one of them cannot do ends all of them, exit code 3.
void or_end_all(Transport& transport, const std::function<void()>& work);

}  // namespace waymark::cluster
