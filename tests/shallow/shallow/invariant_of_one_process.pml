/* options: --invariant 'x <= 2'
   together: no */
byte x;
active proctype P() { x = 1; x = 2; x = 0 }
