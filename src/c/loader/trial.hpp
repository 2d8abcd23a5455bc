// A trial: work on a stranger's text that calls a library which can crash on it, or not come to an end. A child process
// does it first, within this process's limits and a little less stack; if it survives, the parent does the same, since
// the work is a function of the text.
#pragma once

#include <functional>
#include <string>

#include "base/stop.hpp"

namespace waymark::c {

// Throws base::Crash, naming `program`, if the work ends the process that does it, and base::Stopped where `stop`, if
// any, says so. Exceptions of the work itself are thrown when it is done again.
void try_out(const std::string& program, const base::Stop* stop, const std::function<void()>& work);

}  // namespace waymark::c
