proctype P(byte a) {
  byte a;
  a = 1
}
init { run P(1) }
