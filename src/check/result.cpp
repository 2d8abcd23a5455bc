#include "check/result.hpp"

#include "base/check.hpp"

namespace waymark::check {

Verdict verdict_of(const search::Outcome& outcome) {
  switch (outcome.verdict) {
    case search::Verdict::holds:
      return Verdict::holds;
    case search::Verdict::violation:
      return Verdict::violation;
    case search::Verdict::incomplete:
      return Verdict::incomplete;
    case search::Verdict::error:
      return Verdict::error;
  }
  CHECK(false);
}

}  // namespace waymark::check
