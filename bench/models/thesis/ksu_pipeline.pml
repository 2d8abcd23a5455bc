/* NASA KSU pipeline: stages connected by one-place connectors, a listener per stage, and a main thread that feeds items
   and then a stop mark that travels through. */
#ifndef STAGES
#define STAGES 4
#endif
#ifndef ITEMS
#define ITEMS 3
#endif
chan connector[STAGES + 1] = [1] of { byte };
chan heard[STAGES] = [1] of { bit };
byte done; byte told[STAGES];
active [STAGES] proctype Stage() {
  byte item, kept;
end:
  do
  :: connector[_pid]?item;
     if
     :: item == 0 -> done++; connector[_pid + 1]!0; break
     :: else -> kept = item; heard[_pid]!1; connector[_pid + 1]!kept
     fi
  od
}
active [STAGES] proctype Listener() {
  byte me = _pid - STAGES;
end:
  do
  :: heard[me]?_ -> atomic { told[me]++; assert(told[me] <= ITEMS) }
  od
}
active proctype Main() {
  byte sent;
  do
  :: sent < ITEMS -> sent++; connector[0]!(1 + sent % 3)
  :: sent == ITEMS -> connector[0]!0; break
  od
}
active proctype Sink() {
  byte item, received;
  do
  :: connector[STAGES]?item ->
     if
     :: item == 0 -> break
     :: else -> received++
     fi
  od;
  assert(received == ITEMS && done == STAGES)
}
