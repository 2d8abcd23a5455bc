chan q = [1] of { byte };
byte x;
init { x = q + 1 }
