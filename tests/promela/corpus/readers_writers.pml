/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  1996   transitions: 5921   errors: 0   (Spin, full search) */
/* Readers and writers with a counter; writers can be shut out, but never meet anyone. */
byte readers, writing, n; bit mutex;
inline lock() { atomic { !mutex -> mutex = 1 } }
inline unlock() { mutex = 0 }
active [2] proctype Reader() {
  do
  :: lock(); if :: writing == 0 -> readers++; unlock(); assert(writing == 0); n = (n + 1) % 2; lock(); readers--
      :: else fi; unlock()
  :: break
  od
}
active [2] proctype Writer() {
  do
  :: lock(); if :: readers == 0 && writing == 0 -> writing++; unlock(); assert(readers == 0 && writing == 1);
      lock(); writing-- :: else fi; unlock()
  :: break
  od
}
