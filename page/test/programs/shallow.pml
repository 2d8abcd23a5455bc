/* Holds; an assertion runs before anybody else does, a condition is always true, a formula holds in any case. */
byte x;
proctype Adds() { x < 9; x++ }
init { assert(x == 0); run Adds(); run Adds() }
ltl p { [] (x > 5 -> <> (x == 0)) }
