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
bool lock; byte waiting, asleep; chan chair[BARBERS] = [0] of { byte }; chan room = [CHAIRS] of { byte }; bit cut[CUSTOMERS];
active [BARBERS] proctype Barber() {
  byte who;
  do
  :: atomic { !lock -> lock = true };
     if
     :: nempty(room) -> room?who; waiting--; lock = false; cut[who] = 1; who = 0
     :: else -> asleep++; lock = false; nempty(room); atomic { !lock -> lock = true }; asleep--; lock = false
     fi
  od
}
active [CUSTOMERS] proctype Customer() {
  byte me = _pid - BARBERS; byte turned_away;
  do
  :: atomic { !lock -> lock = true };
     if
     :: nfull(room) -> room!me; waiting++; assert(waiting <= CHAIRS); lock = false;
        cut[me] == 1; cut[me] = 0; turned_away = 0
     :: else -> turned_away = 1; lock = false
     fi
  od
}
