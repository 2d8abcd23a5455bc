typedef A { byte x };
typedef B { byte y };
chan q = [2] of { A };
init { B b; for (b in q) { skip } }
