mtype = { a, b }; typedef T { byte f[2]; unsigned u : 3 = 1 }
T t[2]; mtype m = a; hidden int h;
init { byte i; for (i : 0 .. 1) { t[i].f[0] = (i -> 1 : 2) } select (i : 1 .. 3); q: printf("%e", m) }
