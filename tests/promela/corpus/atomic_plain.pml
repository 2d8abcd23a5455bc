/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  193   transitions: 484   errors: 0   (Spin, full search) */
/* Atomic sequences: no interleaving, no states inside; each path through a choice is an edge of its own. */
byte x, y;
active [2] proctype A() {
  byte t;
  do
  :: x < 4 -> atomic { t = x; t++; if :: t = t :: skip :: t > 0 -> skip fi; x = t }
  :: atomic { x >= 4 -> y++; y++; break }
  od;
  assert(y % 2 == 0)
}
