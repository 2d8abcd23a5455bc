/* waymark: check --search dfs --por off --errors 0
   expect:  assertion, deadlock
   states:  154   transitions: 281   errors: 5   (Spin, full search) */
/* Labels and locals of other processes, by pid, by name, of a process that is gone or never was. */
byte x;
active [2] proctype A() {
  byte mine = 3;
here: x++;
  mine = x + _pid;
there: if :: x > 1 -> mine = 0 :: else fi
}
active proctype Look() {
  byte seen;
  do
  :: A[0]@here && A[1]@there -> seen = A[1]:mine; x = x % 4
  :: A@there && A:mine > 2 -> break
  :: A[7]@here -> assert(false)
  :: _nr_pr == 2 -> break
  :: A[0]:mine == 0 -> break
  od;
  assert(seen != 2)
}
