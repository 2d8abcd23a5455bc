/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  17   transitions: 33   errors: 0   (Spin, full search) */
/* Atomic and rendezvous steps of the system count as one step of the claim. */
chan r = [0] of {byte}; byte x, y;
active proctype A() { do :: atomic { x = 1; x = 2; r!x; x = 0 } :: x = 3; x = 0 od }
active proctype B() { byte v; do :: r?v; y = v :: atomic { r?v; y = v + 1; y = 0 } od }
never { do :: x != 1 :: y == 3 -> break od }
