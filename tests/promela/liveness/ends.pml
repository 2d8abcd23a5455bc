byte x;
active proctype A() { x = 1; x = 2; x = 3 }
active proctype B() { x > 1; x = 4 }
ltl settles { <> [] (x == 4 || x == 3) }
ltl four { <> [] (x == 4) }
ltl twice { [] <> (x == 1) }
ltl bound { [] (x < 5) }
