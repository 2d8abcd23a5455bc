/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  101   transitions: 161   errors: 0   (Spin, full search) */
/* else beside conditions, in nested selections (one flat choice), in loops, first in the text. */
byte x, y;
active proctype Flat() {
  if
  :: else -> y = 1
  :: x == 1 -> y = 2
  :: if :: x == 2 -> y = 3 :: x == 1 && y == 0 -> y = 4 fi; y++
  fi;
  do
  :: x > 2 -> break
  :: else ->
     if :: x < 2 -> skip :: else -> y = 9; break fi
  od
}
active proctype Move() { x = 1; x = 2; x = 3 }
