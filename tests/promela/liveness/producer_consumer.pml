chan q = [2] of { byte };
byte item, taken;
active proctype Producer() { do :: item = (item + 1) % 3; q!item od }
active proctype Consumer() { byte x; do :: q?x -> taken = x od }
ltl consumes { [] <> (taken == 1) }
ltl full_then_less { [] ((len(q) == 2) -> <> (len(q) < 2)) }
ltl reaches_two { <> (taken == 2) }
