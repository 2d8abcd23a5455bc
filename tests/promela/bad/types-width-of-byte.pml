byte b : 3;
init { b = 1 }
