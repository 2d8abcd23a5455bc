/* together: no */
byte x;
active proctype Works() { x = 1; x = 2; x = 1 }
active proctype Waits() {
end:
  (x == 5) -> x = 0;
  assert(x == 0) /* never */
}
