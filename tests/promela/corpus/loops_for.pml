/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  253   transitions: 419   errors: 0   (Spin, full search) */
/* for over a range (bound evaluated anew), an array, a channel's messages; nested; break inside. */
byte n = 2; byte a[3]; byte sum;
typedef Msg { byte v; bit odd }
chan q = [3] of {Msg};
active proctype Loops() {
  byte i, j; Msg m;
  for (i : 0 .. n) { sum = sum + i; if :: i == 1 && n == 2 -> n = 3 :: else fi }
  assert(i == 4);
  for (i in a) { a[i] = i * 2 }
  assert(i == 3);
  for (i : 1 .. 2) { for (j : i .. 2) { sum++ } }
  for (i : n + 5 .. 4) { assert(false) }
  m.v = 1; q!m; m.v = 2; m.odd = 1; q!m;
  for (m in q) { sum = sum + m.v; m.odd = 0 }
  assert(len(q) == 2);
  for (i : 0 .. 9) { if :: i == 2 -> break :: else fi }
  assert(i == 2)
}
active proctype Nudge() { n = n }
