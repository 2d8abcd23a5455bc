inline f(a, a) { a = 1 }
init { skip }
