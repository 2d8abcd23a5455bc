/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  4576   transitions: 6859   errors: 253   (Spin, full search) */
/* xr and xs promises that are kept change nothing in a full search. */
chan up = [1] of {byte}; chan down = [1] of {byte}; byte n;
active proctype Left() { xs up; xr down; byte v; do :: up!v; down?v :: v > 3 -> break od }
active proctype Right() { xr up; xs down; byte v; do :: up?v -> down!v + 1; n = v :: n >= 3 -> break od }
