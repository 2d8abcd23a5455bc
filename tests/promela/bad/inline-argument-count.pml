inline set(a, b) { a = b }
byte x;
init { set(x) }
