/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  19251   transitions: 37732   errors: 0   (Spin, full search) */
/* Assignments truncate to the width of every scalar type. */
bit b; bool o; byte y; short s; int i; pid p; unsigned u : 5; mtype = {red, green}; mtype m;

active proctype Narrow() {
  b = 3;       assert(b == 1);
  b = 2;       assert(b == 0);
  o = 255;     assert(o == 1);
  y = 256 + 7; assert(y == 7);
  y = -1;      assert(y == 255);
  s = 40000;   assert(s == -25536);
  s = -32769;  assert(s == 32767);
  i = 2147483647; assert(i > 0);
  p = 300;     assert(p == 44);
  u = 33;      assert(u == 1);
  u = -1;      assert(u == 31);
  m = 258;     assert(m == red)
}

active proctype Wrap() {
  byte w = 3; unsigned n : 2; bit f;
  do
  :: w = w + 127; n = n + 3; f = f + 1
  :: w == 2 -> break
  od
}
