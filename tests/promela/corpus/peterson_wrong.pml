/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  98   transitions: 187   errors: 8   (Spin, full search) */
/* Peterson with the two announcements exchanged: not mutual exclusion. */
bool flag[2]; bool turn; byte in;
active [2] proctype P() {
  byte me = _pid; byte other = 1 - _pid;
  do
  :: turn = me; flag[me] = true;
     !flag[other] || turn == other;
     in++; assert(in == 1); /* VIOLATION */ in--;
     flag[me] = false
  od
}
