/* Peterson's filter lock: shared variables only, many small steps. */
#ifndef N
#define N 4
#endif
byte level[N]; byte last[N]; byte in;

active [N] proctype P() {
  byte k, j;
  do
  :: k = 1;
     do
     :: k < N ->
        level[_pid] = k; last[k] = _pid;
        j = 0;
        do
        :: j < N && (j == _pid || level[j] < k || last[k] != _pid) -> j++
        :: j == N -> break
        od;
        k++
     :: else -> break
     od;
     in++; assert(in == 1); in--;
     level[_pid] = 0; k = 0; j = 0
  od
}
