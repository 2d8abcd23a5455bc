byte x;
init { x = 1 }
ltl p { x U }
