/* Dining philosophers of three kinds (left-handed, right-handed, polite), with meal counters: a wide state. */
#ifndef N
#define N 9
#endif
#define NEXT ((i + 1) % N)
bit fork[N]; byte meals[N];

inline take(f) { atomic { !fork[f] -> fork[f] = 1 } }

proctype Left(byte i) {
  do :: take(i); take(NEXT); meals[i] = 1 - meals[i]; fork[i] = 0; fork[NEXT] = 0 od
}
proctype Right(byte i) {
  do :: take(NEXT); take(i); fork[i] = 0; fork[NEXT] = 0 od
}
proctype Polite(byte i) {
  do
  :: atomic { !fork[i] && !fork[NEXT] -> fork[i] = 1; fork[NEXT] = 1 };
     d_step { fork[i] = 0; fork[NEXT] = 0; meals[i] = (meals[i] + 1) % 3 }
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) {
      if :: i % 3 == 0 -> run Left(i) :: i % 3 == 1 -> run Right(i) :: else -> run Polite(i) fi
    }
    i = 0
  }
}
