byte x;
active proctype P() {
  byte x = 2;
  x++
}
