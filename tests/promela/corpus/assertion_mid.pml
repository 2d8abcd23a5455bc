/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  21   transitions: 33   errors: 5   (Spin, full search) */
/* A failed assertion is a step like another: the search goes on behind it. */
byte x;
active proctype A() { x++; assert(x == 1); /* VIOLATION */ x++; assert(x > 1) }
active proctype B() { x = x + 2; assert(x != 3) /* VIOLATION */ }
