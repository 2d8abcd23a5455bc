/* Whoever holds a lease gives it back before it runs out; nobody writes without one. */
byte holder, time_left, writers;

active [3] proctype client() {
  do
  :: atomic { holder == 0 -> holder = _pid + 1; time_left = 200 }
     do
     :: atomic { time_left > 10 -> writers++ }
        assert(writers == 1);
        writers--
     :: time_left <= 10 -> holder = 0; break
     od
  od
}

active proctype clock() {
  do
  :: time_left > 0 -> time_left--
  :: time_left == 0 -> skip
  od
}
