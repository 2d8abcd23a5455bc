/* Dining savages (Andrews): a pot of servings, a cook who fills it when woken. */
#ifndef SAVAGES
#define SAVAGES 3
#endif
#define SERVINGS 2
byte pot, eaten;
bit mutex = 1, empty_pot, full_pot;
#define down(s) d_step { s == 1 -> s = 0 }
#define up(s) s = 1

proctype savage(byte meals) {
  byte left, before;
  left = meals;
  do
  :: left > 0 ->
     down(mutex);
     before = pot;
     if
     :: before == 0 -> up(empty_pot); down(full_pot)
     :: else -> skip
     fi;
     before = pot;
     assert(before > 0);
     pot = before - 1;
     up(mutex);
     left--
  :: left == 0 -> break
  od
}
proctype cook() {
  end: do
  :: down(empty_pot) -> pot = SERVINGS; up(full_pot)
  od
}
init {
  byte n;
  atomic {
    run cook();
    do
    :: n < SAVAGES -> run savage(2); n++
    :: else -> break
    od
  }
}
