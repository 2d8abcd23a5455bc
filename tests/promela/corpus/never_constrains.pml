/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  18   transitions: 39   errors: 0   (Spin, full search) */
/* A claim that only prunes: paths where x passes 3 are not looked at, so the assertion is out of reach. */
byte x;
active proctype A() { do :: x = x + 1 :: x > 0 -> x = x - 1 od }
active proctype B() { do :: assert(x <= 3) :: x == 2 -> x = 0 od }
never { do :: x <= 3 od }
