/* options: --ltl '[] (x == 9 -> <> (y == 1))'
   subformulas: <> (y == 1) */
byte x, y;
active proctype A() { x = 1; x = 2 }
active proctype B() { y = 1; y = 2 }
