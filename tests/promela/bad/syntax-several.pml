byte x;
active proctype P() {
  x = ;
  do
  :: x > 1 -> z = 1
  :: else -> break 3
  od
}
active proctype Q() {
  run 4;
  if :: skip
}
