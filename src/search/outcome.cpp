#include "search/outcome.hpp"

#include "base/check.hpp"

namespace waymark::search {

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::violation:
      return "violation";
    case Verdict::incomplete:
      return "incomplete";
    case Verdict::error:
      return "error";
  }
  CHECK(false);
}

std::string_view name(Why why) {
  switch (why) {
    case Why::finished:
      return "finished";
    case Why::errors:
      return "errors";
    case Why::time:
      return "time";
    case Why::memory:
      return "memory";
    case Why::depth:
      return "depth";
    case Why::interrupted:
      return "interrupted";
    case Why::endless:
      return "endless";
    case Why::sampled:
      return "sampled";
    case Why::omissions:
      return "omissions";
    case Why::unsupported:
      return "unsupported";
  }
  CHECK(false);
}

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
