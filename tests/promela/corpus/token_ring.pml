/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  2106   transitions: 6103   errors: 1   (Spin, full search) */
/* A token goes round; whoever holds it may work; one station may lose it, which ends in a dead end. */
#define N 4
chan ring[N] = [0] of {bit}; byte working; byte laps;
active [N] proctype Station() {
  bit token = (_pid == 0 -> 1 : 0);
  do
  :: token && working < 2 -> working++; assert(working == 1); working--; ring[(_pid + 1) % N]!1; token = 0
  :: !token -> ring[_pid]?token; if :: _pid == 0 -> laps = (laps + 1) % 3 :: else fi
  :: token && _pid == 2 && laps == 2 -> token = 0
  od
}
