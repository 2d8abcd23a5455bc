// The debugger as a server of the Debug Adapter Protocol, for editors. One client, one program.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "debug/debugger.hpp"
#include "load/program.hpp"

namespace waymark::debug::dap {

struct Session {
  load::Program program;
  Start start;
};
// Makes a session of the words of a command line: program, arguments and options. Throws base::InputError.
using Launcher = std::function<std::unique_ptr<Session>(const std::vector<std::string>& words)>;

// Until the client disconnects or the input ends. Throws base::InputError if the input is none of the protocol.
void serve(int input, int output, const Launcher& launcher, const base::Stop& stop);

}  // namespace waymark::debug::dap
