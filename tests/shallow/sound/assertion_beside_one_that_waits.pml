/* hard: the other process is there, and waits */
byte x, go;
active proctype A() { go = 1; x = 1; assert(x >= 1) }
active proctype B() { (go == 1); x = 2 }
