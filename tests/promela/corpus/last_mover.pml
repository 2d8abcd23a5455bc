/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  966   transitions: 2146   errors: 2   (Spin, full search) */
/* _last is part of the state: who moved last. */
byte x, seen;
active [2] proctype A() { do :: x < 2 -> x++ :: x > 0 -> x = 0 :: _last == 1 - _pid && x == 1 -> seen = _last + 1;
    break od }
active proctype B() { atomic { _last == 0 -> x = 0; assert(_last == 2) }; assert(_last != 2 || seen < 3) }
