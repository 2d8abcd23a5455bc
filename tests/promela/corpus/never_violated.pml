/* waymark: check --search dfs --por off --errors 0
   expect:  claim
   states:  46   transitions: 88   (Spin, full search) */
/* A claim that reaches its end: both processes were critical at once. */
byte in; bool want[2];
active [2] proctype P() {
  do
  :: want[_pid] = 1; !want[1 - _pid] -> in++; in--; want[_pid] = 0
  :: want[_pid] = 0; in++; in--     /* the wrong door */
  od
}
never {
  do
  :: in < 2
  :: in == 2 -> break
  od
}
