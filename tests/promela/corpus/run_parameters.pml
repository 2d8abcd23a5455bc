/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  118   transitions: 191   errors: 4   (Spin, full search) */
/* run with parameters of several types, truncated on the way; its value is the pid; pids of the dead are used again. */
byte last_pid; short total;

proctype Child(byte who; short amount; bit flag; chan back) {
  total = total + amount + flag;
  back!who
}

init {
  chan home = [2] of {byte};
  byte p, q, got;
  p = run Child(300, -5, 3, home);
  q = run Child(7, 70000, 0, home);
  assert(p == 1 && q == 2);   /* VIOLATION: the first child may be gone by now */
  home?got; home?got;
  _nr_pr == 1;
  assert(total == 4460);
  p = run Child(1, 0, 0, home);
  assert(p == 1);
  last_pid = p;
  home?eval(last_pid)
}
