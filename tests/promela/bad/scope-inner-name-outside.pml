active proctype P() {
  { byte inner; inner = 1 };
  inner = 2
}
