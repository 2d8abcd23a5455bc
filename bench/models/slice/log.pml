/* Peterson's algorithm with a log of who came in. */
bool flag[2];
bit turn;
byte inside;
bit history[8];
byte end_of_log;

active [2] proctype process() {
  do
  :: flag[_pid] = true;
     turn = _pid;
     (!flag[1 - _pid] || turn == 1 - _pid);
     inside++;
     assert(inside == 1);
     history[end_of_log % 8] = _pid;
     end_of_log = (end_of_log + 1) % 8;
     inside--;
     flag[_pid] = false
  od
}
