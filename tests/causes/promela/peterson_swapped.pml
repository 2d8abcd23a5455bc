/* Peterson 1981 with its two announcements swapped: turn first, flag second.
   cause: assertion
   threads: P 1
   values: ncrit == 2 */
bool flag[2];
bit turn;
byte ncrit;

active [2] proctype P() {
  do
  :: turn = _pid;
     flag[_pid] = true;
     !flag[1 - _pid] || turn == 1 - _pid;
     ncrit++;
     assert(ncrit == 1);  /* ! */
     ncrit--;
     flag[_pid] = false
  od
}
