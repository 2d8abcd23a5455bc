/* waymark: check --search dfs --por off --errors 0
   expect:  dstep
   states:  not comparable (Spin stops or goes on undefined) */
/* Blocking in the middle of a d_step is an error. */
byte x;
active proctype A() { d_step { x = 1; x == 2; x = 3 } }
active proctype B() { x == 1 -> x = 2 }
