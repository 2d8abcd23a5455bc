/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  16   transitions: 20   errors: 2   (Spin, full search) */
/* The write-only name takes anything and keeps nothing. */
chan q = [2] of {byte, byte}; byte n;
active proctype A() { _ = 5; q!1, 2; _ = n; q!3, 4; n++ }
active proctype B() { q?_, _; q?n, _; assert(n == 3 || n == 4); q?_, n }
