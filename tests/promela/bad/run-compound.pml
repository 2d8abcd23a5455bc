proctype P() { skip }
init { run P() > 0 -> skip }
