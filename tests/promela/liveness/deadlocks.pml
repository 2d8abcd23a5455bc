bool a, b; byte x;
active proctype P() { a = true; !b; x = 1; a = false }
active proctype Q() { b = true; !a; x = 2; b = false }
ltl someone { <> (x > 0) }
ltl not_both { [] !(a && b) }
ltl stuck { <> [] (a && b) }
