proctype P(byte a = 3) { a = 1 }
init { run P(1) }
