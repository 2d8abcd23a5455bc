/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  631   transitions: 1524   errors: 0   (Spin, full search) */
/* Leader election in a ring after Dolev, Klawe and Rodeh. */
#define N 3
mtype = {one, two, winner};
chan q[N] = [2] of {mtype, byte}; byte leaders;
proctype Node(chan in; chan out; byte mynumber) {
  bit active_ = 1, know; byte nr, maximum = mynumber, neighbour;
  xr in; xs out;
  out!one(mynumber);
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
     if
     :: nr != mynumber -> skip
     :: else -> leaders++; assert(leaders == 1)
     fi;
     if :: know -> skip :: else -> out!winner, nr fi;
     break
  od
}
init { byte i; atomic { for (i : 1 .. N) { run Node(q[i - 1], q[i % N], (N + 1 - i) % N + 1) } } }
