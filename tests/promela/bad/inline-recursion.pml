inline f(a) { g(a) }
inline g(a) { f(a) }
byte x;
init { f(x) }
