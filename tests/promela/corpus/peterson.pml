/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  38   transitions: 65   errors: 0   (Spin, full search) */
/* Peterson's mutual exclusion for two processes. */
bool flag[2]; bool turn; byte in;
active [2] proctype P() {
  byte me = _pid; byte other = 1 - _pid;
  do
  :: flag[me] = true; turn = me;
     !flag[other] || turn == other;
     in++; assert(in == 1); in--;
     flag[me] = false
  od
}
