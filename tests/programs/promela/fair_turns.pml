/* waymark: check --fair --ltl '[] <> (at == 1)'
   expect:  holds */
/* Each of two processes can always move, so a weakly fair run lets both move again and again. */
byte at;
active [2] proctype Player() { do :: at = _pid od }
