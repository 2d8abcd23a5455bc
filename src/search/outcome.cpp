#include "search/outcome.hpp"

#include "base/check.hpp"

namespace waymark::search {

Verdict verdict_of(Why why, std::uint64_t errors) {
  if (errors != 0) return Verdict::violation;
  if (why == Why::unsupported) return Verdict::error;
  return why == Why::finished ? Verdict::holds : Verdict::incomplete;
}

Why why_of(base::Stop::Why stop) {
  switch (stop) {
    case base::Stop::Why::time:
      return Why::time;
    case base::Stop::Why::memory:
      return Why::memory;
    case base::Stop::Why::interrupted:
      return Why::interrupted;
  }
  CHECK(false);
}

}  // namespace waymark::search
