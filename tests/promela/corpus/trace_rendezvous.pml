/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  11   transitions: 11   errors: 4   (Spin, full search) */
/* Offers and accepts of a rendezvous are two events of one step; an offer nobody takes is an event too. */
chan r = [0] of {byte}; byte x, n;
trace { end: do :: r!1; r?1 :: r!2; r?2 od }
active proctype A() { do :: n < 2 -> r!1; n++ :: n < 2 -> r!2; n++ :: n == 2 -> break od; if
    :: r!3 /* VIOLATION, though refused */ :: n = 9 fi }
active proctype B() { end: do :: r?1 -> x++ :: r?2 -> x-- od }
