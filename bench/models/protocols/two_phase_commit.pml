/* Two-phase commit with a coordinator that may crash after the votes; participants then wait for a time-out. */
mtype:vote = { yes, no };
mtype:verdict = { commit, abort, unknown };
typedef Cohort { mtype:verdict decision; bool voted };
#define PARTS 3
Cohort cohort[PARTS];
chan ask[PARTS] = [1] of { bit };
chan ballots = [PARTS] of { byte, mtype:vote };
chan tell[PARTS] = [1] of { mtype:verdict };

inline broadcast(what) {
  k = 0;
  do
  :: k < PARTS -> tell[k] ! what; k++
  :: else -> break
  od
}

active proctype coordinator()
{
  byte k, from, ayes; mtype:vote v; byte heard;
  for (k : 0 .. PARTS - 1) { ask[k] ! 1 }
  do
  :: heard < PARTS -> ballots ? from, v; heard++;
     if :: v == yes -> ayes++ :: else fi
  :: heard == PARTS -> break
  od;
  if
  :: ayes == PARTS -> broadcast(commit)
  :: ayes < PARTS -> broadcast(abort)
  :: goto crash
  fi;
crash:
  skip
}

active [PARTS] proctype participant()
{
  byte me = _pid - 1; mtype:verdict d; bit go; mtype:vote mine;
  cohort[me].decision = unknown;
  ask[me] ? go;
  if :: mine = yes :: mine = no fi;
  cohort[me].voted = true;
  ballots ! me, mine;
  if
  :: tell[me] ? d -> cohort[me].decision = d
  :: timeout -> skip
  fi;
  assert(!(cohort[me].decision == commit && mine == no));
  assert(!(cohort[0].decision == commit && cohort[1].decision == abort))
}
