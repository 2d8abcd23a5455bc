/* Mars Pathfinder 1997, as in Holzmann's examples of Spin: a high priority task waits for a lock that a low one holds.
   cause: cycle
   threads: high 0, low 1
   locks: mutex, h_state */
mtype = { free, busy, idle, waiting, runs };
mtype h_state = idle;
mtype l_state = idle;
mtype mutex = free;

active proctype high() {
end:
  do
  :: h_state = waiting;
     atomic { mutex == free -> mutex = busy };  /* ! */
     h_state = runs;
     atomic { h_state = idle; mutex = free }
  od
}

active proctype low() provided (h_state == idle) {
end:
  do
  :: l_state = waiting;
     atomic { mutex == free -> mutex = busy };
     l_state = runs;  /* ! */
     atomic { l_state = idle; mutex = free }
  od
}
