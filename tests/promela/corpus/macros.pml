/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  48   transitions: 76   errors: 1   (Spin, full search) */
/* The preprocessor: macros with and without arguments, conditional text, an included file. */
#include "macros.h"
#ifndef LIMIT
#define LIMIT 3
#endif
#if LIMIT > 2 && !defined(NEVER)
#define STEP(x, by) x = x + by
#else
#error wrong branch
#endif
#define LONG(v) \
  (v >= LIMIT \
   && v < LIMIT * 2)
byte n; bool done;

active [WORKERS] proctype Count() {
  do
  :: n < LIMIT -> STEP(n, 2)
  :: LONG(n) -> break
  :: n >= LIMIT * 2 -> done = true; break
  od
}
active proctype Check() { done -> assert(MAXIMUM(n, 4) == n) }
