byte x;
init {
  if
  :: x > 0
  :: else -> x = 1
  :: else -> x = 2
  fi
}
