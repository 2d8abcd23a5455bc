/* waymark: check --search dfs --por off --errors 0
   expect:  nondeterminism
   states:  36   transitions: 54   errors: 3   (Spin, full search) */
/* A D_proctype whose options overlap. */
byte x;
active D_proctype A() {
  do
  :: x == 0 -> x = 1
  :: x >= 1 && x < 4 -> x++
  :: x >= 3 -> break   /* VIOLATION */
  :: else -> skip
  od
}
active proctype B() { x = 2 }
