bit lock; byte inside;
active [3] proctype P() {
  do
  :: atomic { lock == 0 -> lock = 1 };
     inside++; inside--;
     lock = 0
  od
}
ltl free_again { [] <> (lock == 0) }
ltl taken_again { [] <> (lock == 1) }
ltl never_all { [] (inside < 2) }
