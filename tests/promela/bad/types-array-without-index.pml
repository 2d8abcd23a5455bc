byte a[3];
init { a = 1 }
