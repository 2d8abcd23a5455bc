/* Sleeping barber (2 barbers, 4 customers, 3 chairs). */
#ifndef BARBERS
#define BARBERS 2
#endif
#ifndef CUSTOMERS
#define CUSTOMERS 4
#endif
#ifndef CHAIRS
#define CHAIRS 3
#endif
/* With ROUNDS=n every process stops after n rounds, as the thesis' Java programs do at some point; without, none does. */
#ifdef ROUNDS
#define BEGIN atomic { round < ROUNDS -> round++ };
#define STOP :: round == ROUNDS -> break
#else
#define BEGIN
#define STOP
#endif
bool lock; byte waiting, asleep; chan chair[BARBERS] = [0] of { byte }; chan room = [CHAIRS] of { byte }; bit cut[CUSTOMERS];
active [BARBERS] proctype Barber() {
  byte who;
  do
  :: atomic { !lock -> lock = true };
     if
     :: nempty(room) -> room?who; waiting--; lock = false; cut[who] = 1; who = 0
     :: else -> asleep++; lock = false; end: nempty(room); atomic { !lock -> lock = true }; asleep--; lock = false
     fi
  od
}
active [CUSTOMERS] proctype Customer() {
  byte me = _pid - BARBERS; byte turned_away, round;
  do
  :: BEGIN atomic { !lock -> lock = true };
     if
     :: nfull(room) -> room!me; waiting++; assert(waiting <= CHAIRS); lock = false;
        cut[me] == 1; cut[me] = 0; turned_away = 0
     :: else -> turned_away = 1; lock = false
     fi
  STOP
  od
}
