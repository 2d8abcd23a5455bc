/* hard: the premise does not matter
   options: --ltl '[] (x == 1 -> <> (y < 3))'
   subformulas: x == 1 */
byte x, y;
active proctype A() { x = 1; x = 2 }
active proctype B() { y = 1; y = 2 }
