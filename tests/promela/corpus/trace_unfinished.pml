/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  7   transitions: 7   errors: 2   (Spin, full search) */
/* A dead end in the middle of the pattern is invalid, even where every process may end. */
chan q = [1] of {byte}; byte x;
trace { q!1; q?1; q!2 }
active proctype A() { q!1; if :: q!2 :: x = 5 fi }
active proctype B() { q?x; end: x == 9 }
