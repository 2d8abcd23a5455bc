proctype P(byte a, b) { a = b }
init { run P(1) }
