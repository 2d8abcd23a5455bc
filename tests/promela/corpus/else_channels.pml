/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  358   transitions: 600   errors: 0   (Spin, full search) */
/* else beside buffered operations, beside a rendezvous send (taken when nobody accepts) and receive. */
chan q = [1] of {byte}; chan r = [0] of {byte}; byte got, missed;
active proctype Poller() {
  byte tries;
  do
  :: tries < 3 -> tries++;
     if :: q?got :: else -> missed++ fi
  :: tries == 3 -> break
  od;
  if :: r!7 -> got = 70 :: else -> missed++ fi;
  if :: r?got -> assert(false) :: else -> missed++ fi
}
active proctype Feeder() {
  q!1;
  if :: q!2 :: else -> missed = missed + 10 fi;
  byte v;
  if :: r?v -> assert(v == 7) :: missed > 2 -> skip fi
}
