/* One of three sensors matters to the valve. */
byte pressure, heat, light;
bool open;

active proctype pressures() { do :: pressure < 9 -> pressure++ :: pressure > 0 -> pressure-- od }
active proctype heats() { do :: heat < 19 -> heat++ :: heat > 0 -> heat-- od }
active proctype lights() { do :: light < 19 -> light++ :: light > 0 -> light-- od }
active proctype valve() {
  do
  :: pressure > 7 -> open = true
  :: pressure < 3 -> open = false
  od
}
