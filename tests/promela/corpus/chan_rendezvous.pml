/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  292   transitions: 418   errors: 17   (Spin, full search) */
/* Rendezvous with several partners, constants to match, eval, and a process that both sends and receives. */
chan c = [0] of {byte, byte}; byte log, n;
active [2] proctype Send() { c!_pid, 1; c!_pid, 2 }
active proctype Middle() { byte x; c?0, x; log = log + x; c!9, x; c?eval(x), _ }
active proctype Recv() {
  byte w, v;
  do
  :: c?w, v -> n++; if :: n == 4 -> break :: else fi
  :: c?9, v -> assert(v == 1 || v == 2); log = 100
  od
}
