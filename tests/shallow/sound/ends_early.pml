/* hard: the assertion also runs alone, but not only */
byte x;
proctype Adds() { x = 1 }
init { run Adds(); x = 2; assert(x != 0) }
