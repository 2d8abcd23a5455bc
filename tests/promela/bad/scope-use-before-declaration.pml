active proctype P() {
  x = 1;
  byte x;
  x = 2
}
