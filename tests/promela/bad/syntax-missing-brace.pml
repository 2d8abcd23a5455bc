byte x;
init {
  x = 1;
  if
  :: x > 0 -> skip
  fi

proctype P() { skip }
