byte x;
init { x = x > 1 -> 2 : 3 }
