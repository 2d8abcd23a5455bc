/* A ring buffer with two indices, guarded by counting semaphores; producers and consumers with tickets. */
#ifndef SIZE
#define SIZE 4
#endif
#define P 3
#define C 2
byte buffer[SIZE], head, tail, room = SIZE, items;
byte made, taken;
bit lock;

active [P] proctype Producer() {
  byte at;
  do
  :: atomic { room > 0 -> room-- };
     atomic { !lock -> lock = 1 };
     at = tail;
     buffer[at] = _pid + 1;
     tail = (at + 1) % SIZE;
     made = (made + 1) % 7;
     at = 0;
     lock = 0;
     items++
  od
}

active [C] proctype Consumer() {
  byte got;
  do
  :: atomic { items > 0 -> items-- };
     atomic { !lock -> lock = 1 };
     got = buffer[head];
     assert(got != 0);
     buffer[head] = 0;
     head = (head + 1) % SIZE;
     taken = (taken + 1) % 7;
     lock = 0;
     got = 0;
     room++
  od
}
