/* One process and three counters of wide range, which share nothing but a limit on their sum: the smallest steps there
   are, and three bytes that vary. */
#ifndef MOST
#define MOST 110
#endif
#define LIMIT (MOST * 5 / 2)
byte a, b, c;

active proctype Counters() {
  do
  :: d_step { a < MOST && a + b + c < LIMIT -> a++ }
  :: a > 0 -> a = 0
  :: d_step { b < MOST && a + b + c < LIMIT -> b++ }
  :: d_step { b > 0 -> b-- }
  :: d_step { c < MOST && a + b + c < LIMIT -> c++ }
  :: d_step { c > 0 -> c = c / 2 }
  od
}
