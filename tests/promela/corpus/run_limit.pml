/* waymark: check --search dfs --por off --errors 0
   expect:  limit
   states:  not comparable (Spin stops or goes on undefined) */
/* The 256th process is one too many. */
proctype Idle() { false }
init { do :: run Idle() od }
