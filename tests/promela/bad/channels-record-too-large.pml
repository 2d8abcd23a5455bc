typedef Pair { byte a, b };
chan q = [1] of { byte, byte };
Pair p;
init { q!p,1 }
