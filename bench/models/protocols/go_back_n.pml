/* Go-back-N with window 2, sequence numbers modulo 3, losses on both ways. */
#define W 2
#define M 3
#define TOTAL 4
chan data = [2] of { byte, byte };
chan acks = [2] of { byte };

proctype Sender(chan out; chan in) {
  byte base, next, a, gap;
  do
  :: next < TOTAL && next - base < W && nfull(out) -> out ! next % M, next; next++
  :: in ? a ->
     gap = (a + M - base % M) % M;
     if
     :: gap < next - base -> base = base + gap + 1
     :: else -> skip
     fi;
     if :: base == TOTAL -> break :: else -> skip fi
  :: timeout -> next = base
  od
}
proctype Receiver(chan in; chan out) {
  byte want, s, payload;
  end: do
  :: in ? s, payload ->
     if
     :: s == want % M -> assert(payload == want); want++; 
     :: else -> skip
     fi;
     if
     :: want > 0 && nfull(out) -> out ! (want - 1) % M
     :: skip
     fi
  od
}
proctype Thief(chan a; chan b) {
  byte x, y, taken;
  end: do
  :: taken < 2 -> a ? x, y; taken++
  :: taken < 2 -> b ? x; taken++
  od
}
init { atomic { run Receiver(data, acks); run Sender(data, acks); run Thief(data, acks) } }
