byte x;
active proctype P() { x = 1; progress: x = 2 }
active proctype Q() { x == 2; x = 3 }
