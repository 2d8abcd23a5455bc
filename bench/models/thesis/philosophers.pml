/* Dining philosophers (thesis table 3.1: 8 philosophers). The last one reaches for the other fork first, so nobody
   starves and no two are alike. */
#ifndef N
#define N 12
#endif
/* With ROUNDS=n every process stops after n rounds, as the thesis' Java programs do at some point; without, none does. */
#ifdef ROUNDS
#define BEGIN atomic { round < ROUNDS -> round++ };
#define STOP :: round == ROUNDS -> break
#else
#define BEGIN
#define STOP
#endif
bool fork[N]; byte eating;
active [N] proctype Philosopher() {
  byte left = (_pid < N - 1 -> _pid : 0);
  byte right = (_pid < N - 1 -> _pid + 1 : N - 1);
  byte round;
  do
  :: BEGIN atomic { !fork[left] -> fork[left] = true };
     atomic { !fork[right] -> fork[right] = true; eating++ };
     atomic { assert(eating <= N / 2); eating-- ; fork[right] = false };
     fork[left] = false
  STOP
  od
}
