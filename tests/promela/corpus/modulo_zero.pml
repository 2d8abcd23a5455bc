/* waymark: check --search dfs --por off --errors 0
   expect:  division
   states:  not comparable (Spin stops or goes on undefined) */
/* The same for the remainder, in a guard. */
byte x = 1; int y = 7;
active proctype A() { if :: y % x == 0 -> skip :: x == 0 -> skip fi }
active proctype B() { x = 0 }
