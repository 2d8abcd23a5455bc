/* Packets on a mesh of 2 by 2 routers with one buffer for each direction; each router sends and takes packets in turn. */
#ifndef DEPTH
#define DEPTH 1
#endif
chan right[4] = [DEPTH] of { byte };
chan down[4] = [DEPTH] of { byte };
byte taken[4];

#define X(n) ((n) % 2)
#define Y(n) ((n) / 2)

active [4] proctype Router() {
  byte goal, sent;
  byte left = (X(_pid) == 0 -> _pid + 1 : _pid - 1);
  byte up = (Y(_pid) == 0 -> _pid + 2 : _pid - 2);
end:
  do
  :: sent < 1 -> sent++; if :: goal = (_pid + 1) % 4 :: goal = (_pid + 3) % 4 fi;
route:
     if
     :: goal == _pid -> taken[_pid]++; goal = 0
     :: goal != _pid && X(goal) != X(_pid) -> right[left]!goal; goal = 0
     :: goal != _pid && X(goal) == X(_pid) -> down[up]!goal; goal = 0
     fi
  :: right[_pid]?goal -> goto route
  :: down[_pid]?goal -> goto route
  od
}
