/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  29   transitions: 40   errors: 0   (Spin, full search) */
/* A claim of one state over a system that ends: it stutters on at the dead ends. */
byte x;
active proctype A() { x = 1; x = 2 }
active proctype B() { x = 5; if :: x == 2 -> x = 6 :: x == 5 -> x = 7 fi }
never { do :: x != 9 od }
