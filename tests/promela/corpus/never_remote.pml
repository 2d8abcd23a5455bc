/* waymark: check --search dfs --por off --errors 0
   expect:  claim
   states:  231   transitions: 397   (Spin, full search) */
/* A claim over labels and locals of processes: mutual exclusion by a lock that is taken in two steps. */
bool lock;
active [2] proctype User() {
  byte uses;
  do
  :: !lock -> lock = true;
crit: uses = (uses + 1) % 3;
     lock = false
  od
}
never {
  do
  :: !(User[0]@crit && User[1]@crit)
  :: User[0]@crit && User[1]@crit && User[0]:uses == 1 -> goto bad
  od;
bad: skip
}
