/* Chandy and Lamport 1985: two accounts exchange money; a marker cuts the history consistently. */
mtype = { money, marker };
chan c01 = [3] of { mtype, byte };
chan c10 = [3] of { mtype, byte };
byte recorded[2], transit[2];
bool done[2];

proctype account(byte id; byte balance; chan to; chan from; bool begins) {
  byte sent, amount; mtype what; bool saved, closed;
  do
  :: sent < 2 && balance > 0 -> balance--; sent++; to ! money, 1
  :: begins && !saved -> saved = true; recorded[id] = balance; to ! marker, 0
  :: from ? what, amount ->
     if
     :: what == money -> balance = balance + amount;
        if :: saved && !closed -> transit[id] = transit[id] + amount :: else fi
     :: what == marker ->
        if :: !saved -> saved = true; recorded[id] = balance; to ! marker, 0 :: else fi;
        closed = true
     fi
  :: timeout -> break
  od;
  done[id] = true
}
init {
  atomic { run account(0, 3, c01, c10, true); run account(1, 3, c10, c01, false) };
  done[0] && done[1];
  assert(recorded[0] + recorded[1] + transit[0] + transit[1] == 6)
}
