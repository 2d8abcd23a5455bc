/* Hyman 1966, "Comments on a problem in concurrent programming control", CACM 9(1); refuted by Knuth.
   cause: assertion
   threads: P 1
   values: inside == 2 */
bool want[2];
bit turn;
byte inside;

active [2] proctype P() {
  bit me = _pid;
again:
  want[me] = true;
  do
  :: turn != me ->
     (!want[1 - me]);
     turn = me
  :: else -> break
  od;
  inside++;
  assert(inside == 1);  /* ! */
  inside--;
  want[me] = false;
  goto again
}
