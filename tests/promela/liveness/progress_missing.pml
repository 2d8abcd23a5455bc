byte x;
active proctype P() { do :: x = 1 - x :: x == 1 -> progress: x = 0 od }
