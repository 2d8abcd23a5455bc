inline f(byte a) { a = 1 }
init { skip }
