/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  16   transitions: 33   errors: 2   (Spin, full search) */
/* A claim may hold an assertion of its own; the system has no dead end here. */
byte x; bit t;
active proctype A() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
active proctype B() { do :: t = 1 - t od }
never { do :: assert(x < 3 || t) /* VIOLATION */ od }
