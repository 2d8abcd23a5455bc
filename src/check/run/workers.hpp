// Workers who each have a model, a store and a part of the states: for programs of which the words of a state mean
// nothing to another model, so that states are handed over (cluster::DeltaCodec), and in each process of a cluster.
// They are ranks within a process (cluster::Threads), and find what one worker finds.
#pragma once

#include <functional>
#include <string>

#include "check/run/context.hpp"
#include "check/say/result.hpp"

namespace waymark::check {

// What one worker does, with a context whose team are all workers; and then, if it is the first of its process, tells.
using Work = std::function<std::function<Result()>(const Context&)>;
// It is done by so many workers of this process, each in a thread of its own, and by those of each process of the team;
// who listens hears of how far those here have come. What one of them throws is thrown when all have ended.
[[nodiscard]] Result share_states(unsigned workers, const Context& context, const Work& work);

// That so many workers of a process of a cluster have fewer processors, as mpirun has it; empty if they have not.
[[nodiscard]] std::string tell_crowded(unsigned workers);

}  // namespace waymark::check
