/* sound */
bool wants[2];
byte turn, inside;
active [2] proctype P() {
  wants[_pid] = true;
  turn = 1 - _pid;
  (!wants[1 - _pid] || turn == _pid);
  inside++;
  assert(inside == 1);
  inside--;
  wants[_pid] = false
}
