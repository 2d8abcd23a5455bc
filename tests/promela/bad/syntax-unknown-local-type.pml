init {
  uint8 x;
  x = 1;
  x = y
}
