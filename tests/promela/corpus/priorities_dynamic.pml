/* waymark: check --search dfs --por off --errors 0
   expect:  holds
   states:  89   transitions: 137   errors: 0   (Spin, full search) */
/* Priorities set and read at run time, to values that follow from the rest of the state, since Spin compares states
   without all bits of a priority; a blocked important process lets others go. */
byte x;
active [2] proctype A() priority 2 {
  do
  :: x < 3 -> x++; set_priority(_pid, 2)
  :: x == 3 -> set_priority(1 - _pid, get_priority(_pid)); break
  :: x > 3 -> break
  od
}
active proctype B() priority 3 { byte p; x == 2 -> p = get_priority(0) + get_priority(1); _priority = 1;
    assert(p < 9); x = 3 }
active proctype C() { atomic { x >= 1 -> x++; x-- }; timeout -> x = 4 }
