inline one() { return 1 }
byte x;
init { x = 2 + one() }
