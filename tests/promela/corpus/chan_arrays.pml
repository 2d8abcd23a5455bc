/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  175   transitions: 321   errors: 3   (Spin, full search) */
/* Arrays of channels, indexed by variables, and a channel used through a plain variable. */
#define N 3
chan link[N] = [1] of {byte}; chan alias; byte rounds;
active [N] proctype Node() {
  byte v; chan out = link[(_pid + 1) % N];
  if :: _pid == 0 -> link[0]!0 :: else fi;
  do
  :: link[_pid]?v ->
     if
     :: v < 4 -> out!v + 1; rounds = v
     :: else -> alias = out; break
     fi
  :: alias != 0 && rounds == 3 -> break
  od;
  assert(alias == 0 || alias == link[0] || alias == link[1] || alias == link[2])
}
