byte x;
proctype P() { skip }
init { x = P }
