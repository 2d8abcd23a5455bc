/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  20   transitions: 27   errors: 1   (Spin, full search) */
/* Lost wakeup: a receiver waits for a kind of message that is behind another: a dead end. */
mtype = {one, two};
chan q = [2] of {mtype}; byte n;
active proctype S() { if :: q!one; q!two :: q!two; q!one fi; n++ }
active proctype R() { q?one; n++; q?two; n++ /* waits for ever when two comes first */ }
