/* waymark: check --search dfs --por off --errors 0
   expect:  deadlock
   states:  43   transitions: 62   errors: 1   (Spin, full search) */
/* show and local change nothing; hidden data are not in the state, here written before every use. */
hidden byte h; show byte s; local byte l; byte x; hidden int scratch[2];
active proctype A() {
  show byte mine;
  do
  :: x < 3 -> d_step { h = x + 1; scratch[1] = h * 2; x = h; s = scratch[1] }; mine = s; l = mine
  :: x == 3 -> break
  od;
  assert(s == 6)
}
active proctype B() { x == 2 -> d_step { h = 7; assert(h == 7) } }
