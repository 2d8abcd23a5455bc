/* waymark: check --search dfs --por off --errors 0
   expect:  poll
   states:  not comparable (Spin stops or goes on undefined) */
/* Looking into a rendezvous channel is an error. */
chan r = [0] of {byte}; byte x;
active proctype A() { r!1 }
active proctype B() { if :: r?[1] -> x = 1 :: x = 2 fi; r?x }
