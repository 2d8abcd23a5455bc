/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  68   transitions: 107   errors: 0   (Spin, full search) */
/* provided guards every step of the process, its closing brace too. */
bool turn; byte n;
active proctype A() provided (!turn) { do :: n < 6 -> n++; turn = 1 :: n >= 6 -> break od; turn = 1 }
active proctype B() provided (turn && _pid == 1) { do :: n < 6 -> n = n + 2; turn = 0 :: n >= 6 -> break od;
    turn = 0 }
active proctype C() provided (n != 3) { byte k; atomic { k = 1; k = 2; k = 3 }; d_step { k = 4; k = 5 } }
