byte x; chan q = [1] of { byte };
active proctype P() { do :: atomic { x = 1; q!1; x = 2 } od }
active proctype Q() { do :: q?_ -> x = 3 od }
ltl one { [] <> (x == 1) }
ltl three { [] <> (x == 3) }
