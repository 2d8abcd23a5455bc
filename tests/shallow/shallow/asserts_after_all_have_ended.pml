/* hard: it judges final values alone */
byte x;
proctype Adds() { atomic { x++ } }
init {
  atomic { run Adds(); run Adds() }
  (_nr_pr == 1);
  assert(x == 2) /* alone */
}
