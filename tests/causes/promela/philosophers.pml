/* Dijkstra 1965, "Solution of a problem in concurrent programming control", as in most tutorials of Spin.
   cause: cycle
   threads: Philosopher 1, Philosopher 2, Philosopher 3
   locks: fork[0], fork[1], fork[2] */
#define N 3
chan fork[N] = [1] of { bit };

proctype Philosopher(byte left; byte right) {
  do
  :: fork[left] ? _ ->
     fork[right] ? _ ->  /* ! */
     fork[left] ! 0;
     fork[right] ! 0
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) {
      fork[i] ! 0;
      run Philosopher(i, (i + 1) % N)
    }
  }
}
