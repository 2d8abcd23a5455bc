// The `waymark` command from its arguments to its exit code.
#pragma once

namespace waymark::cli {

[[nodiscard]] int run(int argc, const char* const* argv);

}  // namespace waymark::cli
