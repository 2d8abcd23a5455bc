init {
  byte x;
  x = 1;
  typedef T { byte a }
}
