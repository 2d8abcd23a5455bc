unsigned u;
init { u = 1 }
