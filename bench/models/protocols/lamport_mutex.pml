/* Lamport 1978: mutual exclusion by requests with logical clocks, over channels that keep their order. */
#define N 2
#define TOP 6
mtype = { REQ, ACK, REL };
chan wire[4] = [3] of { mtype, byte };   /* from i to j: wire[i*N + j] */
byte critical;

proctype Site(byte me)
{
  byte other = 1 - me, clock = 1, mine, theirs, stamp;
  bool acked, wants;
  mtype kind;
  do
  :: !wants && clock < TOP ->
     mine = clock; wants = true; acked = false;
     wire[me * N + other] ! REQ, mine
  :: wire[other * N + me] ? kind, stamp ->
     if
     :: stamp >= clock -> clock = stamp + 1
     :: else -> skip
     fi;
     if
     :: kind == REQ -> theirs = stamp; wire[me * N + other] ! ACK, clock
     :: kind == ACK -> acked = true
     :: kind == REL -> theirs = 0
     fi
  :: wants && acked && (theirs == 0 || mine < theirs || (mine == theirs && me < other)) ->
     critical++;
     assert(critical == 1);
     critical--;
     wants = false;
     clock++;
     wire[me * N + other] ! REL, clock
  :: !wants && clock >= TOP && empty(wire[other * N + me]) -> end: wire[other * N + me] ? kind, stamp;
     if
     :: kind == REQ -> theirs = stamp; wire[me * N + other] ! ACK, clock
     :: else -> skip
     fi
  od
}

init { atomic { run Site(0); run Site(1) } }
