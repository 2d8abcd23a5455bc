chan q = [1] of { byte }; byte resent, got;
active proctype S() { do :: q!1 :: timeout -> resent = 1 - resent od }
active proctype R() { do :: q?_ -> got = 1 :: q?_ -> got = 0; (got == 1) od }
ltl gets { <> (got == 1) }
ltl resends { [] <> (resent == 1) }
