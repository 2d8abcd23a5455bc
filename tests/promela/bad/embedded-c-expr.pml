byte x;
init {
  if
  :: c_expr { now.x > 1 } -> skip
  fi
}
