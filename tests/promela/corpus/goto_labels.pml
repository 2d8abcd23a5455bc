/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  116   transitions: 212   errors: 0   (Spin, full search) */
/* goto forward, backward, into blocks, first in an option, first in the process; several labels on a statement. */
byte x;
active proctype Jump() {
  goto start;
back:
  x--;
  if :: x == 0 -> goto done :: x > 0 -> goto back fi;
start:
first: second:
  x++;
  do
  :: x < 3 -> goto start
  :: goto inside
  :: x == 2 -> { skip; inside: x++; if :: x > 3 -> break :: else fi }
  od;
  goto back;
  assert(false);
done:
}
active proctype Peer() { x < 3 -> goto L; skip; L: assert(x < 5); M: }
