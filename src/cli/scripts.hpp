// What the commands on search scripts share.
#pragma once

#include <memory>
#include <string>

#include "certify/result.hpp"
#include "certify/tasks.hpp"
#include "cli/options.hpp"
#include "cli/program.hpp"
#include "script/reader.hpp"

namespace waymark::cli {

// A file that is no script is rejected like one that lies: null, and `why` says which. A file that is not there is bad
// input.
[[nodiscard]] std::shared_ptr<const script::File> open_script(const std::string& path, std::string& why);

// certify --task and certify --merge.
[[nodiscard]] certify::Result run_task(const Options& options, const Program& program, const certify::Files& files,
                                       const certify::Request& request);
[[nodiscard]] certify::Result merge_tasks(const Options& options, const Program& program, const certify::Files& files,
                                          const certify::Request& request);

}  // namespace waymark::cli
