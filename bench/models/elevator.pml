/* A lift, its doors, a controller and passengers on every floor, each another process type. */
#ifndef F
#define F 3
#endif
mtype = {open_doors, close_doors, done};
chan doors = [0] of {mtype}; bit call[F]; bit inside[F]; byte at; bit up = 1, opened;

active proctype Controller() {
  do
  :: call[at] || inside[at] -> doors!open_doors; call[at] = 0; inside[at] = 0; doors!close_doors; doors?done
  :: !call[at] && !inside[at] && up && at < F - 1 -> at++
  :: !call[at] && !inside[at] && !up && at > 0 -> at--
  :: at == F - 1 && up -> up = 0
  :: at == 0 && !up -> up = 1
  od
}
active proctype Doors() { do :: doors?open_doors -> opened = 1; doors?close_doors -> opened = 0; doors!done od }
active proctype Hall() { byte f; do :: select (f : 0 .. F - 1); call[f] = 1; f = 0 od }
active proctype Rider() { byte goal; do :: opened -> select (goal : 0 .. F - 1); inside[goal] = 1;
    !opened || at == goal; goal = 0 od }
active proctype Janitor() { byte n; do :: opened && at == 0 -> n = (n + 1) % 3 :: !opened && n > 0 -> n-- od }
