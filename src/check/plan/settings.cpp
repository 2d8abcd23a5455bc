#include "check/plan/settings.hpp"

#include <fmt/format.h>

#include "base/processors.hpp"
#include "base/quantities.hpp"

namespace waymark::check {

unsigned workers(unsigned asked) { return base::startable(asked != 0 ? asked : base::processors()); }

std::string tell_unstarted(unsigned asked) {
  const unsigned wanted = asked != 0 ? asked : base::processors();
  const unsigned started = workers(asked);
  if (started == wanted) return {};
  return fmt::format("By {} instead of {}: the system starts no more threads.", base::counted(started, "worker"),
                     wanted);
}

}  // namespace waymark::check
