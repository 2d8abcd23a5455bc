/* Single-decree Paxos: two proposers with the ballots 1 and 2, three acceptors. */
#define A 3
mtype = { prepare, accept };
chan to[A] = [2] of { mtype, byte, byte };
chan from1 = [3] of { mtype, byte, byte };
chan from2 = [3] of { mtype, byte, byte };
byte chosen[3];

proctype Proposer(byte ballot; chan from) {
  byte i, count, best, value = ballot, b, v;
  mtype what;
  i = 0;
  do :: atomic { i < A -> to[i]!prepare(ballot, 0) }; i++ :: else -> break od;
  do
  :: count < 2 ->
endwait:
     atomic { from?what(b, v); count++ };
     if :: b > best -> best = b; value = v :: else fi
  :: else -> break
  od;
  i = 0;
  do :: i < A -> to[i]!accept(ballot, value); i++ :: else -> break od;
end:
  do :: from?what(b, v) od
}

proctype Acceptor(byte me) {
  byte promised, ballot, value, b, v;
end:
  do
  :: to[me]?prepare(b, v) ->
     if
     :: b > promised -> promised = b; if :: b == 1 -> from1!prepare(ballot, value) :: b == 2 -> from2!prepare(ballot, value) fi
     :: else
     fi
  :: to[me]?accept(b, v) ->
     if
     :: b >= promised -> promised = b; ballot = b; value = v; chosen[value]++;
        assert(!(chosen[1] >= 2 && chosen[2] >= 2))
     :: else
     fi
  od
}

init {
  atomic { run Proposer(1, from1); run Proposer(2, from2); run Acceptor(0); run Acceptor(1); run Acceptor(2) }
}
