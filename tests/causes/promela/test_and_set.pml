/* Herlihy, Shavit, "The art of multiprocessor programming", chapter 7: a test-and-set lock is not free of starvation.
   options: --fair
   cause: formula
   threads: P 0
   values: in[0] */
bool lock, want[2], in[2];
ltl served { [] (want[0] -> <> in[0]) }

active [2] proctype P() {
  do
  :: want[_pid] = true;  /* ! */
     atomic { !lock -> lock = true };
     in[_pid] = true;
     in[_pid] = false;
     want[_pid] = false;
     lock = false
  od
}
