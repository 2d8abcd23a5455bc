byte x;
init { select (x : 4 .. 2) }
