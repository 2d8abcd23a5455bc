chan q = [2] of { byte }; byte last;
active proctype S() { do :: q!!2 :: q!!1 od }
active proctype R() { do :: q??1 -> last = 1 :: q?2 -> last = 2 od }
ltl ones { [] <> (last == 1) }
ltl any { [] <> (last > 0) }
