/* hard: of all states the condition fails in those before the first step */
byte x, y;
active proctype A() { x = 1 }
active proctype B() {
  if
  :: x == 1 -> y = 1
  :: else -> y = 2
  fi;
  assert(y != 0)
}
