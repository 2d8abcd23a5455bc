unsigned u : 32;
init { u = 1 }
