/* waymark: check --search dfs --por off --errors 0
   expect:  division
   states:  not comparable (Spin stops or goes on undefined) */
/* Division by a variable that may have become zero. */
byte x = 2; int y;
active proctype A() { y = 10 / x /* VIOLATION */ }
active proctype B() { x--; x-- }
