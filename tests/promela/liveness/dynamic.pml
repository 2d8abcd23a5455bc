byte n, done;
proctype Child() { done = 1; n = 0; do :: n == 2 -> break :: n < 2 -> done = 0 od }
init { n = 1; run Child(); n == 0; n = 1; run Child(); n == 0; n = 2 }
ltl finishes { <> (done == 1) }
ltl few { [] (n < 2) }
ltl ends { <> [] (n == 2) }
