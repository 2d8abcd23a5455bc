/* waymark: check --search dfs --por off --errors 0
   expect:  assertion
   states:  113   transitions: 143   errors: 6   (Spin, full search) */
/* Only the most important process that can move does. */
byte x; chan q = [1] of {byte};
active proctype High() priority 9 { byte v; q?v; x = v; q?v; x = x + v }
active [2] proctype Mid() priority 5 { q!_pid; x++ }
active proctype Low() { x = 7; x = 8; assert(x == 8) }
init priority 3 { run Kid(1) priority 8; run Kid(2); x = 20 }
proctype Kid(byte n) priority 200 { x = x + n; assert(_priority == 8 || _priority == 1) }
