/* hard: two processes, one schedule
   together: no */
byte turn, x;
active proctype A() { (turn == 0); x++; turn = 1; (turn == 0); assert(x == 2) } /* always */
active proctype B() { (turn == 1); x++; turn = 0 }
