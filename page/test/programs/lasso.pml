/* Whoever asks is never served, although everybody moves. */
bool asked, served;
byte turn;

active proctype Client() {
  asked = true;
  do
  :: turn = (turn + 1) % 3
  od
}

active proctype Server() {
  do
  :: asked && turn == 3 -> served = true
  :: skip
  od
}
