chan q = [1] of { byte };
byte x;
init { x == 1 && q?x }
