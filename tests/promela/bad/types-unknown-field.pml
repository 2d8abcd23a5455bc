typedef T { byte a };
T t;
init { t.b = 1 }
