/* Dining philosophers (thesis table 3.1: 8 philosophers). The last one reaches for the other fork first, so nobody
   starves and no two are alike. */
#ifndef N
#define N 12
#endif
bool fork[N]; byte eating;
active [N] proctype Philosopher() {
  byte left = (_pid < N - 1 -> _pid : 0);
  byte right = (_pid < N - 1 -> _pid + 1 : N - 1);
  do
  :: atomic { !fork[left] -> fork[left] = true };
     atomic { !fork[right] -> fork[right] = true; eating++ };
     atomic { assert(eating <= N / 2); eating-- ; fork[right] = false };
     fork[left] = false
  od
}
