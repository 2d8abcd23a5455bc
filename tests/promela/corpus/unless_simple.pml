/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  96   transitions: 135   errors: 0   (Spin, full search) */
/* The escape wins at every point of the main part once its guard holds. */
byte x, y; bool stop;
active proctype A() {
  { x = 1; x = 2; do :: x < 5 -> x++ :: x == 5 -> x = 2 od } unless { stop -> y = x };
  assert(y >= 0 && y <= 5);
  { y = 7; stop = false } unless { y == 9 }
}
active proctype B() { stop = true }
