/* hard: the premise holds after one order of steps only
   options: --ltl '[] (x == 2 && y == 0 -> <> (y == 1))' */
byte x, y;
active proctype A() { x = 1; x = 2; x = 3 }
active proctype B() { y = 1 }
