/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  79   transitions: 121   errors: 2   (Spin, full search) */
/* Escapes over atomics, d_steps and loops, and an escape inside an atomic. */
byte x, y;
active proctype A() {
  { atomic { x = 1; x = 2; y == 0; x = 3 }; d_step { x = 4; x = 5 } } unless { y == 1 -> x = 30 };
  atomic { x = 6; { x = 7; y == 5; x = 8 } unless { y == 2 -> x = 40 }; x = 9 };
  do :: x < 12 -> x++ :: x == 12 -> break od unless { y == 3 }
}
active proctype B() { if :: y = 1 :: y = 9; y = 0 fi; y = 2; y = 3 }
