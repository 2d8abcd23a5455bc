/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  365   transitions: 463   errors: 0   (Spin, full search) */
/* Priorities set and read at run time; a blocked important process lets others go. Every process has a local, for
   without one Spin leaves the priority out of the state. */
byte x;
active [2] proctype A() priority 2 {
  byte turns;
  do
  :: x < 3 -> x++; turns++; set_priority(_pid, 1 + (x & 3))
  :: x == 3 -> set_priority(0, get_priority(_pid)); break
  :: x > 3 -> break
  od
}
active proctype B() priority 3 {
  byte p;
  x == 2 -> p = get_priority(0) + get_priority(1);
  _priority = 1;
  assert(p < 9);
  x = 3
}
active proctype C() { byte seen; atomic { x >= 1 -> seen = x; x++; x-- }; timeout -> x = 4 }
