byte x, y;
active [2] proctype P() {
  x = _pid;
  if
  :: x < 3 -> y = 1; assert(x < 3) /* always */
  :: else -> y = 2
  fi
}
