byte x;
active proctype P() { do :: x = (x + 1) % 3; progress: x = (x + 1) % 3 od }
