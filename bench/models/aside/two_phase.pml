/* Two-phase commit with participants that vote and wait for the decision. */
#ifndef N
#define N 4
#endif
mtype = { ask, yes, no, commit, abort_, ack };
chan to[N] = [2] of { mtype };
chan back = [1] of { mtype, byte };
byte decided[N]; /* 1: committed, 2: aborted */

active proctype Coordinator() {
  byte i, votes, acks;
  bool refuse;
  mtype what;
  byte who;
  atomic { i = 0; do :: i < N -> to[i]!ask; i++ :: else -> break od };
  do
  :: votes < N && !refuse ->
     if
     :: back?what(who) -> if :: what == yes -> votes++ :: what == no -> refuse = true :: else fi
     :: timeout -> refuse = true
     fi
  :: else -> break
  od;
  i = 0;
  do
  :: i < N -> if :: refuse -> to[i]!abort_ :: else -> to[i]!commit fi; i++
  :: else -> break
  od;
end:
  do
  :: acks < N -> back?what(who) -> if :: what == ack -> acks++ :: else fi
  :: else -> break
  od
}

active [N] proctype Participant() {
  byte me = _pid - 1;
  mtype what;
  to[me]?what;
  if
  :: back!yes(me)
  :: back!no(me)
  fi;
  to[me]?what;
  if
  :: what == commit -> decided[me] = 1
  :: else -> decided[me] = 2
  fi;
  assert(!(decided[0] == 1 && decided[1] == 2));
  back!ack(me)
}
