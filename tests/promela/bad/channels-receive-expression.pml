chan q = [1] of { byte };
byte x;
init { q?x+1 }
