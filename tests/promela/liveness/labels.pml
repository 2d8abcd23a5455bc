byte x;
active [2] proctype P() { a: x = 1; b: x = 2; goto a }
ltl visits { [] <> P[0]@b }
ltl apart { [] !(P[0]@b && P[1]@b) }
ltl start { P[0]@a && P[1]@a }
