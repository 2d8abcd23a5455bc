byte x;
init { set(x) }
inline set(a) { a = 1 }
