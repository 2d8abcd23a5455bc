#include "check/settings.hpp"

#include <algorithm>
#include <thread>

namespace waymark::check {

unsigned workers(unsigned asked) { return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace waymark::check
