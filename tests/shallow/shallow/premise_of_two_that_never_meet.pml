/* hard: each of the two holds somewhere, both never do
   options: --ltl '[] (x == 1 && x == 2 -> <> (y == 1))'
   subformulas: <> (y == 1) */
byte x, y;
active proctype A() { x = 1; x = 2 }
active proctype B() { y = 1; y = 2 }
