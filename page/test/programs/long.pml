/* A trail of about a hundred thousand steps, or of 4 * N. */
#ifndef N
#define N 24990
#endif
int n;
chan out = [1] of { int };

active proctype Counts() {
  do
  :: n < N -> n = n + 1; out!n
  :: n == N -> assert(false)
  od
}
active proctype Takes() {
  int last;
end:
  do
  :: out?last
  od
}
