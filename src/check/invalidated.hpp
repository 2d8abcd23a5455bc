// What a reduction presumed and ranks of a cluster have invalidated.
#pragma once

#include "cluster/transport/transport.hpp"
#include "load/program.hpp"

namespace waymark::check {

// Each rank has invalidated what it met. They begin anew alike, or they would search different graphs.
void share_refuted(const load::Program& program, cluster::Transport& transport);

}  // namespace waymark::check
