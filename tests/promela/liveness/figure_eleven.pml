/* Notes, figure 11: a step that changes x and one that changes y look independent, but [] (x >= y) sees their order. */
byte x = 1, y;
active proctype A() { x = 2; x = 0; x = 2 }
active proctype B() { y = 1; y = 0 }
ltl ordered { [] (x >= y) }
ltl in_the_end { <> [] (x >= y) }
