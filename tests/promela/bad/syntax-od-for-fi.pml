byte x;
init {
  if
  :: x > 0 -> x = 2
  od
}
