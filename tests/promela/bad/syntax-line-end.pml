byte x, y;
init {
  x = y
    + 1
}
