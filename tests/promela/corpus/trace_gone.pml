/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  14   transitions: 16   errors: 0   (Spin, full search) */
/* Once all processes are gone, nobody asks whether the pattern was completed. */
chan q = [1] of {byte}; byte x;
trace { q!1; q?1; q!2 }
active proctype A() { q!1; if :: q!2 :: x = 5 fi }
active proctype B() { q?x }
