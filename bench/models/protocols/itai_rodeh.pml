/* Itai and Rodeh: anonymous ring; nodes draw again as long as they tie. Draws are choices, rounds are bounded. */
#define N 2
#define ROUNDS 2
chan q[N] = [2] of { byte, byte, byte, bit };
byte nleaders;

active [N] proctype proc()
{
  byte id, round = 1, i, r, hop; bit unique; bool act = true;
again:
  if :: id = 0 :: id = 1 fi;
  q[(_pid + 1) % N] ! round, id, 1, 1;
  do
  :: q[_pid] ? r, i, hop, unique ->
     if
     :: !act -> q[(_pid + 1) % N] ! r, i, hop + 1, unique
     :: act && hop == N && unique -> nleaders++; assert(nleaders == 1); break
     :: act && hop == N && !unique ->
        if
        :: round < ROUNDS -> round++; goto again
        :: else -> break
        fi
     :: act && hop < N && r == round && i == id -> q[(_pid + 1) % N] ! r, i, hop + 1, 0
     :: act && hop < N && (r > round || (r == round && i > id)) ->
        act = false; q[(_pid + 1) % N] ! r, i, hop + 1, unique
     :: act && hop < N && (r < round || (r == round && i < id)) -> skip
     fi
  :: timeout -> break
  od
}
