byte x;
init { x = 1 unless out: x = 2 }
