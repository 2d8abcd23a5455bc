// A trail told anew.
#pragma once

#include "base/stop.hpp"
#include "cli/options.hpp"
#include "report/report.hpp"

namespace waymark::cli {

// Throws base::InputError if it is no trail of the program, or does not show what it announces.
[[nodiscard]] report::Report replayed(const ReplayOptions& options, base::Stop& stop);

}  // namespace waymark::cli
