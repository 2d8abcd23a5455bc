#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace waymark::base {

void check_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr,
               "waymark: internal error at %s:%d: %s does not hold; this is a bug of waymark, please report it\n", file,
               line, condition);
  std::fflush(stderr);
  std::_Exit(70);
}

}  // namespace waymark::base
