/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  70   transitions: 102   errors: 4   (Spin, full search) */
/* Dead ends that are not: a client waits for an answer that is taken by another. */
chan ask = [1] of {byte}; chan answer = [1] of {byte};
active proctype Server() {
  byte who;
end: do :: ask?who -> answer!who od
}
active [2] proctype Client() {
  byte got;
  ask!_pid;
  answer?got;
  if :: got == _pid :: got != _pid -> answer?got /* may wait for ever */ fi
}
