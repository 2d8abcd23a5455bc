/* hard: what holds always is what is asked
   options: --ltl '[] (inside <= 1)' */
byte lock, inside;
active [2] proctype P() {
  atomic { (lock == 0); lock = 1 }
  inside++;
  inside--;
  lock = 0
}
