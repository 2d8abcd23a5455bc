chan r = [0] of { byte }; byte got;
active proctype S() { do :: r!1 :: r!2 od }
active proctype R() { byte m; do :: r?m -> got = m od }
active proctype Idle() { byte z; do :: z = 1 - z od }
ltl gets { [] <> (got == 1) }
ltl something { <> (got > 0) }
