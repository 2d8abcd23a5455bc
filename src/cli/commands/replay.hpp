// Runs of a program: a trail told anew, and what a debugger begins with.
#pragma once

#include <string_view>

#include "base/stop.hpp"
#include "cli/options/options.hpp"
#include "debug/dap/server.hpp"
#include "load/program.hpp"
#include "report/report.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

[[nodiscard]] report::TrailFile read_trail(const std::string& path, const load::Source& asked, const base::Stop& stop);
// The program that the trail in the file `path` is one of. Throws base::InputError if it is of another.
[[nodiscard]] load::Program program_of(const report::TrailFile& trail, const load::Source& asked,
                                       const std::string& path, const base::Stop& stop);
// Throws base::InputError if it is no trail of the program, or does not show what it announces.
[[nodiscard]] report::Report replayed(const ReplayOptions& options, base::Stop& stop);

// By the options of simulate or debug. Throws base::InputError.
[[nodiscard]] debug::dap::Session session_of(const SimulateOptions& options, std::string_view command,
                                             const base::Stop& stop);

}  // namespace waymark::cli
