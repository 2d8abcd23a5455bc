hidden bit b;
init { b = 1 }
