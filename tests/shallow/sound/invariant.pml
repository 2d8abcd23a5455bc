/* options: --invariant 'x + y <= 3' */
byte x, y;
active proctype A() { x = 1; x = 0 }
active proctype B() { y = 1; y = 2; y = 0 }
