/* Leader election in a ring (Dolev, Klawe, Rodeh): every node has another number; buffered channels. */
#ifndef N
#define N 6
#endif
mtype = {one, two, winner};
chan q[N] = [3] of {mtype, byte};
byte leaders;

proctype Node(chan in; chan out; byte mine) {
  bit active_ = 1, know; byte nr, maximum = mine, neighbour;
  out!one(mine);
end:
  do
  :: in?one(nr) ->
     if
     :: active_ ->
        if :: nr != maximum -> out!two(nr); neighbour = nr :: else -> know = 1; out!winner, nr fi
     :: else -> out!one(nr)
     fi
  :: in?two(nr) ->
     if
     :: active_ ->
        if
        :: neighbour > nr && neighbour > maximum -> maximum = neighbour; out!one(neighbour)
        :: else -> active_ = 0
        fi
     :: else -> out!two(nr)
     fi
  :: in?winner, nr ->
     if :: nr != mine -> skip :: else -> leaders++; assert(leaders == 1) fi;
     if :: know -> skip :: else -> out!winner, nr fi;
     break
  od
}

init { byte i; atomic { for (i : 1 .. N) { run Node(q[i - 1], q[i % N], (i * 5) % (N + 1)) } } }
