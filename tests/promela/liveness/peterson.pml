bool want[2]; byte turn, in;
active [2] proctype P() {
  byte me = _pid;
  do
  :: want[me] = true; turn = 1 - me;
     (!want[1 - me] || turn == me);
cs:  in++; in--; want[me] = false
  od
}
ltl served { [] (want[0] -> <> P[0]@cs) }
ltl alternate { [] <> P[0]@cs && [] <> P[1]@cs }
ltl exclusive { [] (in <= 1) }
