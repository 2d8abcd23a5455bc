/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  840   transitions: 1507   errors: 25   (Spin, full search) */
/* Sliding window (go back n), window 2, numbers modulo 4, loss and reordering by random receive. */
#define W 2
#define M 4
chan data = [2] of {byte}; chan acks = [2] of {byte}; byte delivered;
active proctype Sender() {
  byte base, next, a;
  do
  :: (next + M - base) % M < W -> data!next; next = (next + 1) % M
  :: acks?a -> if :: (a + M - base) % M < W -> base = (a + 1) % M :: else fi
  :: timeout -> next = base
  od
}
active proctype Receiver() {
  byte want, d;
  do
  :: data?d ->
     if
     :: d == want -> delivered = d; want = (want + 1) % M; if :: acks!d :: skip fi
     :: else -> assert((d + M - want) % M != 2)   /* VIOLATION: an old number of the last round */
     fi
  :: data?_
  od
}
