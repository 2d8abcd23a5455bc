proctype P(byte a[2]) { a[0] = 1 }
init { skip }
