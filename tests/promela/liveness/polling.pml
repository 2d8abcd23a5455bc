mtype = { ping, pong }; chan q = [2] of { mtype }; byte seen;
active proctype A() { do :: q!ping :: q?[pong] -> q?pong; seen = 1 od }
active proctype B() { do :: q?ping -> q!pong; seen = 0 od }
ltl sees { [] <> (seen == 1) }
ltl head { [] (q?[pong] -> <> q?[ping]) }
