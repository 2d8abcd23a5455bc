/* Distributed mutual exclusion (Ricart and Agrawala): a matrix of channels, so a large state. */
#ifndef N
#define N 3
#endif
#define MAXCLOCK 4
mtype = {request, reply};
chan inbox[N] = [4] of {mtype, byte, byte};
byte in;

proctype Site(byte me; byte rounds) {
  byte clock, mine, from, ts, replies, j; bit wants; bit deferred[N]; mtype m;
endSite:
  do
  :: !wants && rounds > 0 && clock < MAXCLOCK ->
     atomic { wants = 1; clock++; mine = clock; replies = 0; rounds-- };
     for (j : 0 .. N - 1) { if :: j != me -> inbox[j]!request, me, mine :: else fi }
     j = 0
  :: inbox[me]?m, from, ts ->
     atomic {
       clock = (ts > clock -> ts : clock);
       if
       :: m == reply -> replies++
       :: m == request && wants && (mine < ts || (mine == ts && me < from)) -> deferred[from] = 1
       :: else -> inbox[from]!reply, me, clock
       fi;
       m = 0; from = 0; ts = 0
     }
  :: wants && replies == N - 1 ->
     in++; assert(in == 1); in--;
     wants = 0;
     for (j : 0 .. N - 1) { if :: deferred[j] -> deferred[j] = 0; inbox[j]!reply, me, clock :: else fi }
     j = 0; mine = 0; replies = 0
  od
}
init { atomic { run Site(0, 2); run Site(1, 2); run Site(2, 1)
#if N > 3
  ; run Site(3, 1)
#endif
} }
