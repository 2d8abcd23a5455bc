/* waymark: check --ltl '[] <> (at == 1)'
   expect:  violated: ltl */
/* The fault that fairness rules out: from some step on, only the first process moves. */
byte at;
active [2] proctype Player() { do :: at = _pid od }
