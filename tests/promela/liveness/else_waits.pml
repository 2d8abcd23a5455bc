byte x; bool go;
active proctype P() { do :: go -> x = 1; go = false :: else -> x = 2 od }
active proctype Q() { do :: !go -> go = true od }
ltl ones { [] <> (x == 1) }
ltl twos { [] <> (x == 2) }
