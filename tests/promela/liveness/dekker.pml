bool want[2]; byte turn;
active [2] proctype P() {
  byte me = _pid;
  do
  :: want[me] = true;
     do
     :: !want[1 - me] -> break
     :: else ->
        if
        :: turn == 1 - me -> want[me] = false; turn == me; want[me] = true
        :: else
        fi
     od;
progress_cs:
     turn = 1 - me; want[me] = false
  od
}
ltl served { [] (want[0] -> <> (turn == 1)) }
