/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  646   transitions: 1098   errors: 11   (Spin, full search) */
/* Sorted send and random receive, with and without copies, on messages of two fields. */
chan q = [4] of {byte, short}; byte a; short b;
active proctype P1() { q!!3, 1; q!!1, -5; q!2, 2 }
active proctype P2() { q!!3, -1; q!!0, 300 }
active proctype C() {
  byte x; short y;
  do
  :: q??3, y -> a = a + 1
  :: q??[1, -5] -> q??1, b
  :: q??<2, y> -> q?x, y; b = (b + y) % 50
  :: q?eval(0), y -> assert(y == 300)
  :: a == 2 && empty(q) -> break
  od
}
