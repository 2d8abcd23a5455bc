byte x;
active proctype P() { do :: atomic { x = 1; x = 2; x = 0 } :: atomic { x = 3; x = 0 } od }
active proctype Q() { byte y; do :: y < 2 -> y++ :: else -> y = 0 od }
ltl never_seen { [] (x == 0) }
ltl seen { <> (x == 1) }
