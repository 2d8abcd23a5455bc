/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  39   transitions: 67   errors: 0   (Spin, full search) */
/* The closing brace waits for younger processes; a state of its own. */
byte alive = 3;
active proctype Old() { alive-- }
active proctype Middle() { alive == 2 || alive == 1; alive-- }
active proctype Young() { byte x; do :: x < 2 -> x++ :: x == 2 -> break od; alive-- }
