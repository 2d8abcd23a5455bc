byte x;
init { out: x = 1 unless x = 2 }
