/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  52   transitions: 67   errors: 0   (Spin, full search) */
/* Dead ends that are fine: end labels on statements, loops and inside atomics' guards. */
chan c = [1] of {byte}; byte served;
active proctype Server() {
  byte x;
end:
  do
  :: c?x -> served++
  od
}
active proctype Waiter() {
  c!1;
end_wait: served == 9;
  assert(false)
}
active [2] proctype Client() { c!_pid; endless: if :: served > 4 -> skip fi }
