/* Two-way sliding window over lossy channels: sender, receiver and two unreliable wires, all different. */
#ifndef W
#define W 2
#endif
#define M 4
chan to_wire = [1] of {byte, byte}; chan from_wire = [1] of {byte, byte};
chan ack_in = [1] of {byte}; chan ack_out = [1] of {byte};
byte wanted;

active proctype Sender() {
  byte base, next, a;
  do
  :: (next + M - base) % M < W -> to_wire!next, next % 2; next = (next + 1) % M
  :: ack_out?a -> atomic { if :: (a + M - base) % M < W -> base = (a + 1) % M :: else fi; a = 0 }
  :: next != base -> next = base
  od
}
active proctype Wire() {
  byte s, d;
  do
  :: to_wire?s, d -> if :: from_wire!s, d :: skip fi; s = 0; d = 0
  od
}
active proctype AckWire() { byte a; do :: ack_in?a -> if :: ack_out!a :: skip fi; a = 0 od }
active proctype Receiver() {
  byte want, s, d;
  do
  :: from_wire?s, d ->
     if
     :: s == want -> assert(d == want % 2); want = (want + 1) % M; wanted = want; ack_in!s
     :: s != want && nfull(ack_in) -> ack_in!(want + M - 1) % M
     :: s != want && full(ack_in) -> skip
     fi;
     s = 0; d = 0
  od
}
