/* waymark: check --search dfs --por off --errors 0
   expect:  trace
   states:  9   transitions: 10   errors: 2   (Spin, full search) */
/* Two sends in a row break the pattern; the automaton is part of the state. */
chan q = [2] of {byte}; byte x;
trace { do :: q!1; q?1 :: q!2; q?2 od }
active proctype A() { q!1; q!2 /* VIOLATION unless 1 was taken */ }
active proctype B() { q?x; q?x }
