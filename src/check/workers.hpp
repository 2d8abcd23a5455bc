// Workers who each have a model, a store and a part of the states: for programs of which the words of a state mean
// nothing to another model, so that states are handed over (cluster::DeltaCodec), and in each process of a cluster.
// They are ranks within a process (cluster::Threads), and find what one worker finds.
#pragma once

#include <functional>
#include <string>

#include "check/context.hpp"

namespace waymark::check {

// Runs `work` once for each of so many workers of this process, each in a thread of its own, with a context that has
// its transport; who listens hears of how far all of them have come. What one of them throws is thrown when all have
// ended. Where the context has a transport already, it is between processes which all call this.
void share_states(unsigned workers, const Context& context, const std::function<void(const Context&)>& work);

// That so many workers of a process of a cluster have fewer processors, as mpirun has it; empty if they have not.
[[nodiscard]] std::string tell_crowded(unsigned workers);

}  // namespace waymark::check
