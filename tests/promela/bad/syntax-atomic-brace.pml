byte x;
init { atomic x = 1 }
