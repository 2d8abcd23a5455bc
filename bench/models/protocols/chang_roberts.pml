/* Chang and Roberts 1979: the largest identity goes round a ring; init starts the nodes in a loop. */
#ifndef N
#define N 4
#endif
chan link[N] = [N] of { byte, bool };
byte chosen = 255;
byte leaders;

proctype node(byte at; byte identity)
{
  byte seen; bool elected;
  link[(at + 1) % N] ! identity, false;
  do
  :: link[at] ? seen, elected ->
     if
     :: elected && seen == identity -> break
     :: elected && seen != identity -> link[(at + 1) % N] ! seen, true; break
     :: !elected && seen > identity -> link[(at + 1) % N] ! seen, false
     :: !elected && seen < identity -> skip
     :: !elected && seen == identity ->
        leaders++; assert(leaders == 1); chosen = identity;
        link[(at + 1) % N] ! identity, true
     fi
  od;
  assert(chosen == N)
}

init {
  byte i;
  atomic {
    i = 0;
    do
    :: i < N -> run node(i, 1 + (i * 3 + 1) % N); i++
    :: i >= N -> break
    od
  }
}
