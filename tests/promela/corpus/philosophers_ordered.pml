/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  37   transitions: 71   errors: 0   (Spin, full search) */
/* Dining philosophers with one left-handed: no dead end. Forks are channels with one token. */
#define N 3
chan fork[N] = [1] of {bit};
proctype Phil(byte i; chan first; chan second) {
  do :: first?0; second?0; assert(len(first) == 0); first!0; second!0 od
}
init {
  byte i;
  atomic {
    do :: i < N -> fork[i]!0; i++ :: else -> break od;
    run Phil(0, fork[0], fork[1]); run Phil(1, fork[1], fork[2]); run Phil(2, fork[0], fork[2])
  }
}
