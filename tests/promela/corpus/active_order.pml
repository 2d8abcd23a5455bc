/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  1322   transitions: 4861   errors: 0   (Spin, full search) */
/* Pids in text order, init in its place, _pid and _nr_pr. */
byte order[6]; byte at;
active proctype First() { order[_pid] = 1; atomic { at = at + _pid } }
active [2] proctype Pair() { order[_pid] = 2 + _pid; assert(_pid == 1 || _pid == 2) }
init { assert(_pid == 3); order[_pid] = 9; run Later(4); assert(_nr_pr >= 4) }
active proctype Last() { assert(_pid == 4); order[_pid] = 5 }
proctype Later(byte v) { order[v] = _pid; assert(_pid == 5 || _pid == 4 || order[v] != 0) }
