/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  330   transitions: 548   errors: 0   (Spin, full search) */
/* Buffered channels: several fields, constants, eval, the write-only name, both message notations, full and empty. */
mtype = {data, ack, stop};
chan q = [2] of {mtype, byte, bit}; byte n, got;
active proctype Send() {
  q!data(n, 0); n++;
  q!data, n, 1; n++;
  do :: q!ack(got, n) -> if :: n > 3 -> break :: else -> n++ fi od;
  q!stop, 0, 0
}
active proctype Recv() {
  byte v; bit b;
  q?data(v, b); assert(v == 0 && b == 0);
  q?data, eval(v + 1), b;
  do
  :: q?ack(_, b) -> got++
  :: q?stop, _, _ -> break
  :: full(q) && got > 0 -> skip; q?_, got, _
  :: nempty(q) && len(q) == 1 && nfull(q) -> q?<_, v, _>; assert(len(q) >= 1)
  od;
  assert(empty(q))
}
