/* RWVSN: readers and writers, writers first (4 readers, 4 writers), as a monitor. */
#ifndef READERS
#define READERS 4
#endif
#ifndef WRITERS
#define WRITERS 4
#endif
/* With ROUNDS=n every process stops after n rounds, as the thesis' Java programs do at some point; without, none does. */
#ifdef ROUNDS
#define BEGIN atomic { round < ROUNDS -> round++ };
#define STOP :: round == ROUNDS -> break
#else
#define BEGIN
#define STOP
#endif
bool lock; byte active_readers, active_writers, waiting_readers, waiting_writers; byte data;
inline enter() { atomic { !lock -> lock = true } }
active [READERS] proctype Reader() {
  byte seen, round;
  do
  :: BEGIN enter(); waiting_readers++;
     do
     :: active_writers > 0 || waiting_writers > 0 -> lock = false; atomic { active_writers == 0 && waiting_writers == 0 && !lock -> lock = true }
     :: else -> break
     od;
     waiting_readers--; active_readers++; lock = false;
     assert(active_writers == 0); seen = data;
     enter(); active_readers--; lock = false
  STOP
  od
}
active [WRITERS] proctype Writer() {
  byte round;
  do
  :: BEGIN enter(); waiting_writers++;
     do
     :: active_readers > 0 || active_writers > 0 -> lock = false; atomic { active_readers == 0 && active_writers == 0 && !lock -> lock = true }
     :: else -> break
     od;
     waiting_writers--; active_writers++; lock = false;
     assert(active_readers == 0 && active_writers == 1); data = 1 - data;
     enter(); active_writers--; lock = false
  STOP
  od
}
