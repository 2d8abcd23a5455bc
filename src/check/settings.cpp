#include "check/settings.hpp"

#include "base/processors.hpp"

namespace waymark::check {

unsigned workers(unsigned asked) { return asked != 0 ? asked : base::processors(); }

}  // namespace waymark::check
