chan a = [0] of { bit }; chan b = [0] of { bit }; byte n;
active proctype S() { do :: a!1 od }
active proctype T() { do :: b!1 od }
active proctype R() { do :: a?_ -> n = 1 :: b?_ -> progress_b: n = 2 od }
ltl both { [] <> (n == 1) && [] <> (n == 2) }
ltl either { [] <> (n == 1) || [] <> (n == 2) }
