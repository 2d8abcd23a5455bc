/* Two that take turns, and a clock that nobody reads. */
byte turn;
byte seconds, minutes;

active proctype clock() {
  do
  :: seconds < 59 -> seconds++
  :: seconds == 59 -> seconds = 0; minutes = (minutes + 1) % 60
  od
}

active [2] proctype player() {
  do
  :: turn == _pid - 1 ->
     assert(turn < 2);
     turn = 1 - turn
  od
}
