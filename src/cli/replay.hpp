// Trails read again, and told anew.
#pragma once

#include "base/stop.hpp"
#include "cli/options.hpp"
#include "load/program.hpp"
#include "report/report.hpp"
#include "report/trail_file.hpp"

namespace waymark::cli {

[[nodiscard]] report::TrailFile read_trail(const std::string& path, const base::Stop& stop);
// The program that the trail in the file `path` is one of. Throws base::InputError if it is of another.
[[nodiscard]] load::Program program_of(const report::TrailFile& trail, const load::Source& asked,
                                       const std::string& path, const base::Stop& stop);
// Throws base::InputError if it is no trail of the program, or does not show what it announces.
[[nodiscard]] report::Report replayed(const ReplayOptions& options, base::Stop& stop);

}  // namespace waymark::cli
