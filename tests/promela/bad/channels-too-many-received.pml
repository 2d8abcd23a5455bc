chan q = [1] of { byte };
byte x, y;
init { q?x,y }
