/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  4   transitions: 5   errors: 1   (Spin, full search) */
/* An atomic that blocks inside lets the others go, and goes on alone when it can. */
byte x, y; chan q = [1] of {byte};
active proctype A() { atomic { x = 1; y == 1; x = 2; q?y; x = 3; y = 4 }; x = 5 }
active proctype B() { atomic { y = 1; y++; y == 3 -> y = 0 }; skip }
active proctype C() { x == 2 -> q!7; y = 3 }
