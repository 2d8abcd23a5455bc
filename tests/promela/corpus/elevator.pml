/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  2102   transitions: 6793   errors: 0   (Spin, full search) */
/* A lift with doors and call buttons: the doors are closed while it moves. */
#define F 3
bit call[F]; byte floor_; bit open, up = 1, moving;
active proctype Lift() {
  do
  :: atomic { call[floor_] -> open = 1 }; call[floor_] = 0; open = 0
  :: atomic { !call[floor_] && up && floor_ < F - 1 -> moving = 1 }; floor_++; moving = 0
  :: atomic { !call[floor_] && !up && floor_ > 0 -> moving = 1 }; floor_--; moving = 0
  :: floor_ == F - 1 && up -> up = 0
  :: floor_ == 0 && !up -> up = 1
  od
}
active proctype Buttons() { byte f; do :: select (f : 0 .. F - 1); call[f] = 1 od }
active proctype Check() { end: do :: assert(!(open && moving)) od }
