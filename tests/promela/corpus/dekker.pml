/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  146   transitions: 275   errors: 0   (Spin, full search) */
/* Dekker's mutual exclusion. */
bool want[2]; byte turn; byte in;
active [2] proctype P() {
  byte i = _pid; byte j = 1 - _pid;
again:
  want[i] = true;
  do
  :: want[j] ->
     if
     :: turn == j -> want[i] = false; turn == i; want[i] = true
     :: else
     fi
  :: else -> break
  od;
  in++; assert(in == 1); in--;
  turn = j; want[i] = false;
  goto again
}
