byte x;
init {
  c_code { now.x = 0x10; };
  x++
}
