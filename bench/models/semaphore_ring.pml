/* Four counting semaphores in a ring, and two processes that take permits from one and give them to the next one. */
#ifndef PERMITS
#define PERMITS 80
#endif
#define N 4
byte permits[N];

inline down(s) { atomic { permits[s] > 0 -> permits[s]-- } }
inline up(s) { permits[s]++ }

active [2] proctype Worker() {
  if :: _pid == 0 -> permits[0] = PERMITS :: else fi;
  do
  :: down(_pid); assert(permits[_pid] < PERMITS); up(_pid + 1)
  :: down(_pid + 2); assert(permits[_pid + 2] < PERMITS); up((_pid + 3) % N)
  od
}
