/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  161   transitions: 256   errors: 0   (Spin, full search) */
/* Nested escapes, escapes with choices, an else inside, jumps out of an escape, several enabled at once. */
byte x, y;
active proctype A() {
  {
    { x = 1; x = 2; if :: x == 2 -> x = 3 :: else -> x = 4 fi; x = 5 } unless { y == 1 -> x = 10; x = 11 };
    x = 6; x = 7
  } unless { if :: y == 2 -> x = 20 :: y >= 2 -> goto out fi; x = 21 };
  x = 8;
out:
  assert(x != 7)
}
active proctype B() { y = 1; y = 2; y = 3 }
