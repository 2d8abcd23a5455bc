/* Hoare 1978, "Communicating sequential processes": a ring in which everybody sends before receiving.
   cause: cycle
   threads: Node 0, Node 1, Node 2
   locks: link[0], link[1], link[2] */
chan link[3] = [0] of { byte };

active [3] proctype Node() {
  byte got;
  do
  :: link[(_pid + 1) % 3] ! _pid;  /* ! */
     link[_pid] ? got
  od
}
