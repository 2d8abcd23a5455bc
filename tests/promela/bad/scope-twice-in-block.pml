active proctype P() {
  byte x;
  bool x;
  x = 1
}
