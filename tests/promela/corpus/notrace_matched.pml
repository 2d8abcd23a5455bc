/* waymark: check --search dfs --por off --errors 0
   expect:  trace
   states:  13   transitions: 15   errors: 1   (Spin, full search) */
/* The run must not complete the pattern. */
chan q = [2] of {byte}; byte x;
notrace { q!1; q!2; q?1 }
active proctype A() { q!1; if :: q!2 :: q!3 fi }
active proctype B() { q?x; q?x }
