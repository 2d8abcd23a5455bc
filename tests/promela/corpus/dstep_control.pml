/* waymark: check --search dfs --por off --errors 0
   expect:  assertion, deadlock
   states:  95   transitions: 156   errors: 22   (Spin, full search) */
/* d_step with choices, loops and jumps inside; the first true option is taken; guards decide whether it starts. */
byte x = 3, y; chan q = [2] of {byte};
active proctype A() {
  d_step {
    y = 0;
    do :: x > 0 -> x--; y = y + 2 :: x == 0 -> break od;
    if :: y > 4 -> y++ :: y > 5 -> y = 100 :: else -> y = 50 fi;
    goto over;
    y = 60;
    over: skip
  };
  assert(y == 7);
  d_step { x == 2 -> x = 0; q!x; q!1 };
  d_step { q?x; if :: x == 0 -> x = 4 :: else -> x = 5 fi };
  assert(x == 4);
  d_step { if :: y == 9 -> y = 1 :: y == 10 -> y = 2 fi; x = 6 }
}
active proctype B() { x = 2; if :: y = 9 :: y = 10 fi; x = 2; y = 9 }
