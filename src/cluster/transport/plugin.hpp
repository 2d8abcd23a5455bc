// The one function of the library that knows MPI, by which it is called.
#pragma once

namespace waymark::cluster {

class Transport;

}  // namespace waymark::cluster

// The transport of this process among those that mpirun started; the caller owns it, and there is one a process.
// nullptr: there is none.
extern "C" waymark::cluster::Transport* waymark_join_mpi();
