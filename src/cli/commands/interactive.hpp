// The debugger at a terminal (--interactive): one command a line. From a pipe it does the same without a prompt.
#pragma once

#include "base/stop.hpp"
#include "debug/debugger.hpp"
#include "load/program.hpp"

namespace waymark::cli {

// Until there are no more commands, or one of them ends it. The exit code.
[[nodiscard]] int debug_by_hand(const load::Program& program, const debug::Start& start, const base::Stop& stop);

}  // namespace waymark::cli
