/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  61   transitions: 101   errors: 0   (Spin, full search) */
/* Initialisers: one value for all elements, lists shorter than the array, expressions over parameters and locals. */
byte base = 4; byte next = base + 1;
byte all[3] = 7; byte some[4] = {1, 2}; short neg[2] = {3, 2};
chan q[2] = [1] of {byte};

proctype P(byte v) {
  byte x = v + 1; byte y = x * 2; byte z[2] = y; byte l[3] = {9, 8};
  assert(x == v + 1 && y == 2 * x && z[0] == y && z[1] == y);
  assert(l[0] == 9 && l[1] == 8 && l[2] == 9 - 1);
  q[v & 1]!z[1]
}

init {
  byte got;
  assert(next == 5 && all[2] == 7 && some[0] == 1 && some[3] == 2 && neg[1] == 2);
  run P(2); run P(5);
  q[0]?got; assert(got == 6);
  q[1]?got; assert(got == 12)
}
