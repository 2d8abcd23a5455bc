/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  48   transitions: 67   errors: 0   (Spin, full search) */
/* Offers and accepts of a rendezvous are two events of one step; an offer nobody takes is none for
   us, but one for Spin, so none is made here. The trace stands
   behind the processes: as the first unit of the text it would disturb the rendezvous of process 0 in Spin. */
chan r = [0] of {byte}; byte x, n;
active proctype A() {
  do
  :: n < 2 -> r!1; n++
  :: n < 2 -> r!2; n++
  :: n == 2 -> break
  od;
  n = 9
}
active proctype B() { end: do :: r?1 -> x++ :: r?2 -> x-- od }
trace { end: do :: r!1; r?1 :: r!2; r?2 od }
