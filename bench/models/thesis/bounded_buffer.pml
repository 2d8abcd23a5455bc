/* Bounded buffer (thesis: 5 places, 4 producers, 4 consumers): a monitor with wait and notifyAll. */
#ifndef SIZE
#define SIZE 5
#endif
#ifndef PRODUCERS
#define PRODUCERS 4
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
bool lock; byte used, in, out; byte waiting_put, waiting_get, woken_put, woken_get;
inline acquire() { atomic { !lock -> lock = true } }
active [PRODUCERS] proctype Producer() {
  byte item, round;
  do
  :: BEGIN item = 1 + _pid % 2; skip; acquire();
     do
     :: used == SIZE -> atomic { waiting_put++; lock = false };
        atomic { woken_put > 0 && !lock -> woken_put--; lock = true }
     :: else -> break
     od;
     atomic { used++; in = (in + item) % 4; item = 0; assert(used <= SIZE); woken_get = woken_get + waiting_get; waiting_get = 0 };
     lock = false
  STOP
  od
}
active [CONSUMERS] proctype Consumer() {
  byte round;
  do
  :: BEGIN skip; acquire();
     do
     :: used == 0 -> atomic { waiting_get++; lock = false };
        atomic { woken_get > 0 && !lock -> woken_get--; lock = true }
     :: else -> break
     od;
     atomic { assert(used > 0); used--; woken_put = woken_put + waiting_put; waiting_put = 0 };
     lock = false; skip
  STOP
  od
}
