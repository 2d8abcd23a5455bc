/* Nested monitor (thesis: 5 places, 4 producers, 4 consumers), the repaired form: the semaphores are taken before the buffer's
   own lock, so nobody waits inside two monitors. */
#ifndef SIZE
#define SIZE 5
#endif
#ifndef PRODUCERS
#define PRODUCERS 3
#endif
#ifndef CONSUMERS
#define CONSUMERS 3
#endif
/* With ROUNDS=n every process stops after n rounds, as the thesis' Java programs do at some point; without, none does. */
#ifdef ROUNDS
#define BEGIN atomic { round < ROUNDS -> round++ };
#define STOP :: round == ROUNDS -> break
#else
#define BEGIN
#define STOP
#endif
byte places = SIZE, items; bool places_lock, items_lock, buffer_lock; byte count;
inline down(lock, semaphore) {
  do
  :: atomic { !lock -> lock = true };
     if
     :: semaphore > 0 -> semaphore--; lock = false; break
     :: else -> lock = false; (semaphore > 0)
     fi
  od
}
inline up(lock, semaphore) { atomic { !lock -> lock = true }; semaphore++; lock = false }
active [PRODUCERS] proctype Producer() {
  byte round;
  do
  :: BEGIN down(places_lock, places);
     atomic { !buffer_lock -> buffer_lock = true }; count++; assert(count <= SIZE); buffer_lock = false;
     up(items_lock, items)
  STOP
  od
}
active [CONSUMERS] proctype Consumer() {
  byte round;
  do
  :: BEGIN down(items_lock, items);
     atomic { !buffer_lock -> buffer_lock = true }; assert(count > 0); count--; buffer_lock = false;
     up(places_lock, places)
  STOP
  od
}
