/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  13   transitions: 16   errors: 0   (Spin, full search) */
/* Message fields truncate like variables; a constant that does not fit never matches. */
chan q = [2] of {bit, byte, short}; int got;
active proctype S() { q!3, 300, 40000; q!2, 5, -1 }
active proctype R() {
  byte y; bit b; short s;
  if :: q?1, 300, s -> assert(false) :: q?b, y, s fi;
  assert(b == 1 && y == 44 && s == -25536);
  got = s;
  q?0, 5, got; assert(got == -1)
}
