/* Lamport's bakery; tickets stop at MOST, so exclusion is not asserted. */
#ifndef N
#define N 3
#endif
#define MOST 7
bool choosing[N]; byte number[N]; byte in;

active [N] proctype P() {
  byte j, most;
  do
  :: choosing[_pid] = 1;
     most = 0;
     for (j : 0 .. N - 1) { most = (number[j] > most -> number[j] : most) }
     number[_pid] = (most < MOST -> most + 1 : MOST);
     choosing[_pid] = 0;
     for (j : 0 .. N - 1) {
       !choosing[j];
       number[j] == 0 || number[j] > number[_pid] || (number[j] == number[_pid] && j >= _pid)
     }
     in++; in--;
     number[_pid] = 0
  od
}
