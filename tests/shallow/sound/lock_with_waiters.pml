/* sound */
byte lock, inside;
active [3] proctype P() {
  atomic { (lock == 0); lock = 1 }
  inside++;
  assert(inside == 1);
  inside--;
  lock = 0
}
