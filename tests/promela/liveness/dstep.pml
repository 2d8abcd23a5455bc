byte x, y;
active proctype P() { do :: d_step { x = (x + 1) % 3; y = x } od }
active proctype Q() { do :: x == 1 -> y = 0 od }
ltl equal { [] (x == y) }
ltl equal_again { [] <> (x == y) }
