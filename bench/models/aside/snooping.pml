/* A snooping cache with the states invalid, shared, modified: N processors, a bus, one line with a version. */
#ifndef N
#define N 3
#endif
#define INVALID 0
#define SHARED 1
#define MODIFIED 2
byte line[N], value[N], memory, latest;
chan bus = [0] of { byte, bit };
chan done[N] = [1] of { byte };

active proctype Bus() {
  byte who, i;
  bit write;
end:
  do
  :: bus?who(write) ->
     i = 0;
     do
     :: i < N ->
        if
        :: i != who && line[i] == MODIFIED -> memory = value[i]; line[i] = SHARED
        :: else
        fi;
        if :: i != who && write -> line[i] = INVALID :: else fi;
        i++
     :: else -> break
     od;
     done[who]!memory
  od
}

active [N] proctype Processor() {
  byte me = _pid - 1, got;
  do
  :: line[me] == INVALID -> bus!me(0); done[me]?got; d_step { value[me] = got; line[me] = SHARED; got = 0 }
  :: line[me] != MODIFIED -> bus!me(1); done[me]?got;
     d_step { line[me] = MODIFIED; latest = (latest + 1) % 2; value[me] = latest; got = 0 }
  :: line[me] == MODIFIED -> d_step { latest = (latest + 1) % 2; value[me] = latest }
  :: line[me] == SHARED -> line[me] = INVALID
  od
}
