/* A server that grants one resource to clients, by a channel of requests and one for each client's answers. */
#ifndef N
#define N 5
#endif
mtype = { ask, give, back };
chan requests = [2] of { mtype, byte };
chan answers[N] = [1] of { mtype };
byte holder = 255;
proctype Client(byte me) {
  do
  :: requests!ask, me; answers[me]?give; assert(holder == me); requests!back, me
  od
}
proctype Server() {
  byte who = 255;
  do
  :: holder == 255 -> requests?ask, who; holder = who; answers[who]!give; who = 255
  :: holder != 255 -> requests?back, eval(holder); holder = 255
  od
}
init { byte i; atomic { for (i : 0 .. N - 1) { run Client(i) } run Server(); i = 0 } }
