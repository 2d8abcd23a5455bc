/* hard */
byte x;
active [2] proctype P() {
  x = _pid;
  if
  :: x > 10 -> assert(x < 200) /* never */
  :: else -> x = 0
  fi
}
