/* A lock, and how often each has held it. */
bool locked;
byte inside;
byte visits[2];
byte longest;

active [2] proctype user() {
  do
  :: atomic { !locked -> locked = true };
     inside++;
     assert(inside == 1);
     visits[_pid] = (visits[_pid] + 1) % 32;
     if
     :: visits[_pid] > longest -> longest = visits[_pid]
     :: else
     fi;
     inside--;
     locked = false
  od
}
