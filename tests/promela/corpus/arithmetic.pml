/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  329   transitions: 609   errors: 0   (Spin, full search) */
/* Operators follow C's int: negative modulo, shifts, bit operators, precedence, conditional expressions. */
int a = -7; int b = 3; int r; byte y = 200; int c = 3;

active proctype Compute() {
  r = a / b;            assert(r == -2);
  r = a % b;            assert(r == -1);
  r = 7 % -3;           assert(r == 1);
  r = ~a;               assert(r == 6);
  r = a & 12;           assert(r == 8);
  r = a | 1;            assert(r == -7);
  r = a ^ -1;           assert(r == 6);
  r = 1 << 4 + 1;       assert(r == 32);
  r = -16 >> 2;         assert(r == -4);
  r = y + y;            assert(r == 400);
  r = (a < 0 -> 10 : 20); assert(r == 10);
  r = (a > 0 -> 10 : (b == 3 -> 30 : 40)); assert(r == 30);
  r = !a + !0;          assert(r == 1);
  r = 2 + 3 * 4 - 6 / 2; assert(r == 11);
  r = (1 < 2) == (3 > 2); assert(r == 1);
  r = 5 & 3 == 3;       assert(r == 1);
  r = 1 || 0 && 0;      assert(r == 1);
  r = - -4;             assert(r == 4);
  r = 'a' - 'A';        assert(r == 32);
  r = true + false; assert(r == 1)
}

active proctype Shift() {
  do
  :: c < 12 -> c = c << 1
  :: c >= 12 -> c = c >> 2; break
  od
}
