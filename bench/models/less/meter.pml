/* A meter is read while it runs: what was read is never more than what it shows. */
short shown, seen;
bool reading;

active proctype meter() {
  do
  :: shown < 300 -> shown++
  :: atomic { shown == 300 && !reading -> shown = 0; seen = 0 }
  od
}

active proctype reader() {
  do
  :: reading = true; seen = shown; assert(seen <= shown); reading = false
  od
}
