/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  19   transitions: 19   errors: 0   (Spin, full search) */
/* ?? takes the first match anywhere; ?? with variables only is like ?; polls do not change anything. */
chan q = [3] of {byte, byte}; byte x, y, hits;
active proctype Fill() { q!1, 5; q!2, 6; q!1, 7 }
active proctype Take() {
  full(q);
  q??2, x; assert(x == 6);
  q??1, y; assert(y == 5 && len(q) == 1);
  if :: q??[x, y] -> hits++ :: q?[1, 8] -> hits = 9 fi;
  if :: q??[1, eval(y + 2)] -> hits++ fi;
  q??<_, y>; assert(y == 7);
  q??x, _;
  assert(!(q?[1, 7]) && x == 1 && hits == 2)
}
