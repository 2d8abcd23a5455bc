byte x; bool done;
active proctype P() { do :: x < 3 -> x++ :: x == 3 -> done = true; break od }
ltl until { (x < 3) U (x == 3) }
ltl weak { (!done) W (x == 3) }
ltl strict { (x < 2) U done }
ltl releases { (x == 3) V (!done) }
