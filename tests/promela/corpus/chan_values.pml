/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  1006   transitions: 2383   errors: 0   (Spin, full search) */
/* Channels sent through channels and given as parameters; a server answers on the channel it was given. */
mtype = {ask, reply};
chan server = [1] of {mtype, chan, byte}; byte served;
proctype Client(byte n) {
  chan mine = [1] of {mtype, byte}; byte v; mtype m;
  server!ask, mine, n;
  mine?m, v;
  assert(m == reply && v == n + 1)
}
active proctype Server() {
  chan back; byte n;
end:
  do :: server?ask, back, n -> back!reply, n + 1; served++ od
}
init { run Client(1); run Client(5); run Client(9) }
