/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  300   transitions: 528   errors: 0   (Spin, full search) */
/* Runs of skip in an option are thinned out; elsewhere each is a step. */
byte x;
active proctype A() {
  skip; skip; skip;
  if
  :: skip; skip; skip; x = 1
  :: x = 2; skip; skip; skip
  :: skip; printf("a\n"); skip; x = 3; true; true; 1
  :: false -> x = 4
  :: 0 -> x = 5
  fi;
  do :: skip; skip; L: skip; x++; break :: x == 9 od;
  { skip; skip };
  (true); 1
}
active proctype B() { x = 7; skip; printf("%d\n", x); skip }
