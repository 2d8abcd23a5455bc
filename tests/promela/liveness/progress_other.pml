byte x;
active proctype P() { do :: progress: x = (x + 1) % 3 od }
active proctype Q() { byte y; do :: y = 1 - y od }
