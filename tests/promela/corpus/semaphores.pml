/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  6763   transitions: 18855   errors: 0   (Spin, full search) */
/* Mutual exclusion by a semaphore process and rendezvous. */
mtype = {p, v}; chan sema = [0] of {mtype}; byte in;
active proctype Semaphore() {
  byte count = 1;
end:
  do
  :: count == 1 -> endfree: sema!p; count = 0
  :: count == 0 -> sema?v; count = 1
  od
}
active [3] proctype User() { byte n; do :: n < 2 -> sema?p; in++; assert(in == 1); in--; sema!v; n++
    :: n == 2 -> break od }
