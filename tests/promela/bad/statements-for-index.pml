byte a[3];
init { for (a[0] : 1 .. 3) { skip } }
