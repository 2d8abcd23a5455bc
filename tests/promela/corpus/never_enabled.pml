/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  153   transitions: 387   errors: 0   (Spin, full search) */
/* enabled() and pc_value() in a claim. */
byte x; chan q = [1] of {byte};
active [2] proctype P() { do :: q!_pid :: q?eval(1 - _pid) -> x = (x + 1) % 4 od }
active proctype Stopper() { x == 2 -> x = 3; x = 0; false }
never {
  do
  :: enabled(0) || enabled(1)
  :: enabled(2) && pc_value(0) == pc_value(1) -> skip
  od
}
