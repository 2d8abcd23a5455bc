/* hard: the processes run together, only the assertion does not see it */
byte x;
proctype Adds() { x++; x++ }
init {
  x = 1;
  assert(x == 1); /* alone */
  run Adds();
  run Adds()
}
