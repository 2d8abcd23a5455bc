byte g;
proctype P(byte a) provided (g > 0 && a > 0) { skip }
init { run P(1) }
