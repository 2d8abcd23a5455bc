/* hard: nobody ever holds it between two steps */
byte lock, x;
active [2] proctype P() {
  atomic {
    (lock == 0); /* always */
    lock = 1;
    x++;
    lock = 0
  }
  assert(x > 0)
}
