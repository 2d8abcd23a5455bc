/* Static variables of functions, as C++ initialises them: by the first who comes, while others wait. The first byte of
   a guard tells that it is done, the second that somebody is at it, and the upper half who. */
#include "machine.h"

/* Whether the caller has to initialise. */
int __cxa_guard_acquire(unsigned char *guard) {
  unsigned *half = (unsigned *)guard;
  unsigned self = waymark_self() + 1;
  int mine = 0;
  waymark_atomic_begin();
  if (guard[1] && half[1] == self) waymark_fault("terminate", "a static variable is initialised while it is initialised");
  waymark_wait_clear32(half, 0xff00);
  if (!guard[0]) {
    guard[1] = 1;
    half[1] = self;
    mine = 1;
  }
  waymark_atomic_end();
  return mine;
}

/* It is done. */
void __cxa_guard_release(unsigned char *guard) {
  waymark_atomic_begin();
  *(unsigned *)guard = 1;
  ((unsigned *)guard)[1] = 0;
  waymark_atomic_end();
}

/* An exception left the initialisation: the next one tries again. */
void __cxa_guard_abort(unsigned char *guard) {
  waymark_atomic_begin();
  *(unsigned *)guard = 0;
  ((unsigned *)guard)[1] = 0;
  waymark_atomic_end();
}
