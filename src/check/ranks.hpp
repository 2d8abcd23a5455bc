// What the ranks of a cluster agree about: the program, files, and what its reduction may not presume. Each of these is
// called by all ranks at once.
#pragma once

#include <string>
#include <vector>

#include "cluster/transport/transport.hpp"
#include "load/program.hpp"

namespace waymark::check {

// Throws cluster::Agreed at all ranks if one of them has loaded another program than rank 0.
void refuse_strangers(const load::Program& program, cluster::Transport& transport);

// The files as rank 0 has them: names of files that last as long as the process. Throws as cluster::together() does.
[[nodiscard]] std::vector<std::string> share_files(const std::vector<std::string>& files,
                                                   cluster::Transport& transport);
// The bytes that rank 0 sends.
[[nodiscard]] cluster::Bytes from_first(cluster::Transport& transport, const cluster::Bytes& sent);

// Each rank has invalidated presumptions of its reduction. They restart alike, or they would search different graphs.
void share_invalidated(const load::Program& program, cluster::Transport& transport);

}  // namespace waymark::check
