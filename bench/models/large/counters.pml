/* Five processes that each count to N - 1: N^5 states and 5 (N - 1) N^4 transitions, known beforehand. */
#ifndef N
#define N 40
#endif
byte count[5];

active [5] proctype Counter() {
end:
  do
  :: atomic { count[_pid] < N - 1 -> count[_pid]++ }
  od
}
