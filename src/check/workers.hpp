// Workers of a search of states who each have a model, a store and a part of the states: for programs of which the
// words of a state mean nothing to another model, so that states are handed over (cluster::Parcels). They are the
// ranks of a cluster within one process (cluster::Levels over cluster::Threads), and find what one worker finds.
#pragma once

#include <functional>

#include "check/context.hpp"

namespace waymark::check {

// Runs `work` once for each of so many workers, each in a thread of its own, with a context that has its transport; who
// listens hears of how far all of them have come. What one of them throws is thrown when all have ended.
void share_states(unsigned workers, const Context& context, const std::function<void(const Context&)>& work);

}  // namespace waymark::check
