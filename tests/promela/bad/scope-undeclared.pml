active proctype P() {
  count = 1;
  count = 2
}
