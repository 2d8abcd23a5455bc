/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  76   transitions: 93   errors: 2   (Spin, full search) */
/* timeout in several processes, in an atomic, beside other options, in an expression. */
byte x, y; chan q = [1] of {byte};
active proctype A() { do :: q?x :: timeout -> x++; if :: x >= 2 -> break :: else fi od }
active proctype B() { atomic { y = 1; timeout && y == 1 -> y = 2; y = 3 } }
active proctype C() { q!0; if :: timeout -> y = y + 10 :: x == 1 -> y = y + 20 fi; q!0 }
