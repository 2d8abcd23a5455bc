/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  79   transitions: 79   errors: 0   (Spin, full search) */
/* A process that starts a copy of itself; deaths in order, youngest first. */
byte depth_reached, ended;
proctype Down(byte n) {
  byte child;
  depth_reached = (n > depth_reached -> n : depth_reached);
  if
  :: n < 4 -> child = run Down(n + 1); _nr_pr == _pid + 1
  :: n < 4 -> skip
  :: else
  fi;
  ended++
}
init { run Down(0); _nr_pr == 1 -> assert(ended == depth_reached + 1) }
