byte b;
init { b.a = 1 }
