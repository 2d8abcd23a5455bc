byte x;
inline set(a) {
  a = y
}
init {
  set(x)
}
