byte x;
init { printf(x) }
