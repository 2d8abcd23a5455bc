/* waymark: check --search dfs --por off --errors 0 --ltl none
   spin:    -DNOCLAIM
   expect:  holds
   states:  16   transitions: 19   errors: 0   (Spin, full search) */
/* Formulas in the text do not matter to a search for assertions and dead ends. */
byte x; bool p;
ltl always_small { [] (x < 4) }
ltl { <> p }
active proctype A() { do :: x < 3 -> x++ :: x > 0 -> x-- :: x == 2 -> p = true; break od }
active proctype B() { p -> assert(x >= 2) /* VIOLATION */ }
