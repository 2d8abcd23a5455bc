byte turn;
active proctype A() { do :: turn == 0 -> accept_a: turn = 1 od }
active proctype B() { do :: turn == 1 -> turn = 0 od }
