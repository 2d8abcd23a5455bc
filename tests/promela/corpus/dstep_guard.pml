/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  14   transitions: 15   errors: 1   (Spin, full search) */
/* Whether a d_step may start looks only at options that begin with a condition, a receive or a send. */
byte x, y;
active proctype A() { d_step { if :: x == 1 -> y = 1 :: y = 2 fi }; d_step { do :: y > 0 -> y--
    :: x = 3 -> break od } }
active proctype B() { x = 1; x = 0 }
