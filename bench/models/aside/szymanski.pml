/* Szymanski's mutual exclusion, for N processes. */
#ifndef N
#define N 4
#endif
byte flag[N];
byte in;

active [N] proctype P() {
  byte j;
  do
  :: flag[_pid] = 1;
     j = 0;
     do :: j < N -> flag[j] < 3 -> j++ :: else -> break od;
     flag[_pid] = 3;
     if
     :: (flag[0] == 1 || flag[1] == 1 || flag[2] == 1 || flag[3] == 1) ->
        flag[_pid] = 2;
        (flag[0] == 4 || flag[1] == 4 || flag[2] == 4 || flag[3] == 4)
     :: else
     fi;
     flag[_pid] = 4;
     j = 0;
     do :: j < _pid -> flag[j] < 2 -> j++ :: else -> break od;
     in++;
     assert(in == 1);
     in--;
     j = _pid + 1;
     do :: j < N -> (flag[j] < 2 || flag[j] > 3) -> j++ :: else -> break od;
     flag[_pid] = 0
  od
}
