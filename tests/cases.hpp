// Random cases of tests in which threads take turns. Where a sanitizer is, each of them takes ten times as long, and
// more on a machine that others use, too.
#pragma once

namespace waymark::tests {

// Of so many those that are tried: all in a plain build, a fifth under sanitizers.
constexpr unsigned cases(unsigned all) {
#ifdef WAYMARK_SANITIZED
  return all / 5;
#else
  return all;
#endif
}

}  // namespace waymark::tests
