byte turn, x;
active proctype A() provided (turn == 0) { do :: x = 1; turn = 1 od }
active proctype B() provided (turn == 1) { do :: x = 2; turn = 0 od }
ltl both { [] <> (x == 1) && [] <> (x == 2) }
