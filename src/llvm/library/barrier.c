/* Barriers. Two rounds can be on their way at once: a thread may come again before all of the last round have left.
   Whose wait is over need not look at the barrier again, except that the end of the barrier waits for them: a thread
   that was told so may destroy it at once. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

#include "machine.h"

struct waymark_barrier {
  unsigned long waiting; /* the threads of the present round, a bit for each: it falls when the round is over */
  unsigned count;
  unsigned arrived;
  unsigned long leaving; /* the threads of past rounds that have not gone on yet */
};

/* For so many threads. */
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
  struct waymark_barrier *b = (struct waymark_barrier *)barrier;
  if (!count) return EINVAL;
  waymark_atomic_begin();
  b->waiting = 0;
  b->count = count;
  b->arrived = 0;
  b->leaving = 0;
  waymark_atomic_end();
  return 0;
}

/* Nobody may wait. Those of the last round leave first. */
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  struct waymark_barrier *b = (struct waymark_barrier *)barrier;
  waymark_atomic_begin();
  if (b->arrived) waymark_fault("lock", "pthread_barrier_destroy: a thread waits");
  waymark_wait_clear(&b->leaving, ~0ul);
  waymark_atomic_end();
  return 0;
}

/* Waits until as many have come; one of them is told. */
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct waymark_barrier *b = (struct waymark_barrier *)barrier;
  unsigned self = waymark_self();
  if (self >= 8 * sizeof b->waiting) waymark_unsupported("pthread_barrier_wait: too many threads");
  int result = 0;
  waymark_atomic_begin();
  if (++b->arrived == b->count) {
    b->arrived = 0;
    b->leaving |= b->waiting;
    b->waiting = 0;
    result = PTHREAD_BARRIER_SERIAL_THREAD;
  } else {
    b->waiting |= 1ul << self;
    waymark_wait_clear(&b->waiting, 1ul << self);
    b->leaving &= ~(1ul << self);
  }
  waymark_atomic_end();
  return result;
}
