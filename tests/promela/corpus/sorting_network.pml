/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  297   transitions: 636   errors: 0   (Spin, full search) */
/* A pipeline of cells sorts a sequence by rendezvous; the last one checks it. */
#define N 3
chan link[N] = [0] of {byte};
proctype Cell(byte i; chan in; chan out) {
  byte keep, x, n;
  in?keep; n = 1;
  do
  :: n < N - i -> in?x; n++; if :: x > keep -> out!keep; keep = x :: else -> out!x fi
  :: else -> break
  od;
  if :: i == 0 -> assert(keep == 30) :: i == 1 -> assert(keep == 20) :: else -> assert(keep == 10) fi
}
init {
  atomic { run Cell(0, link[0], link[1]); run Cell(1, link[1], link[2]); run Cell(2, link[2], link[0]) };
  if :: link[0]!30; link[0]!10; link[0]!20 :: link[0]!20; link[0]!30; link[0]!10 fi
}
