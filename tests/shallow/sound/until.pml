/* options: --ltl '(x == 0) U (y == 1 || x == 1)' */
byte x, y;
active proctype A() { x = 1 }
active proctype B() { y = 1 }
