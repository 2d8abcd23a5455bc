/* Semaphores. The first word of a sem_t is its value, the second one the set of those who wait, if threads may be
   cancelled. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "cancel.h"
#include "machine.h"

/* With a value. */
int sem_init(sem_t *semaphore, int shared, unsigned value) {
  waymark_atomic_begin();
  ((unsigned long *)semaphore)[0] = value;
  ((unsigned long *)semaphore)[1] = 0;
  waymark_atomic_end();
  return 0;
}

/* It may be forgotten. */
int sem_destroy(sem_t *semaphore) { return 0; }

/* Until the value is not 0, or the thread is cancelled. */
static _Bool waymark_sleep(unsigned long *value, unsigned long *asleep) {
  unsigned long bit = 1ul << waymark_self();
  if (waymark_asked()) return 1;
  while (!*value) {
    value[1] |= bit;
    *asleep |= bit;
    waymark_wait_clear(asleep, bit);
    value[1] &= ~bit;
    if (!*value && waymark_asked()) return 1;
  }
  return 0;
}

/* Waits until the value is not 0, and takes one. */
int sem_wait(sem_t *semaphore) {
  unsigned long *value = (unsigned long *)semaphore;
  waymark_atomic_begin();
  unsigned long *asleep = waymark_sleepers ? waymark_sleepers() : 0;
  _Bool cancelled = 0;
  if (asleep) {
    cancelled = waymark_sleep(value, asleep);
  } else {
    waymark_wait_set(value, ~0ul);
  }
  if (!cancelled) --*value;
  waymark_atomic_end();
  if (cancelled) pthread_exit(PTHREAD_CANCELED);
  return 0;
}

/* As sem_wait, without waiting. */
int sem_trywait(sem_t *semaphore) {
  unsigned long *value = (unsigned long *)semaphore;
  waymark_atomic_begin();
  int taken = *value != 0;
  if (taken) --*value;
  waymark_atomic_end();
  if (taken) return 0;
  errno = EAGAIN;
  return -1;
}

/* As sem_wait, but it may give up. */
int sem_timedwait(sem_t *semaphore, const struct timespec *limit) {
  if (waymark_point) waymark_point();
  if (!sem_trywait(semaphore)) return 0;
  errno = ETIMEDOUT;
  return -1;
}

/* As sem_timedwait. */
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *limit) {
  return sem_timedwait(semaphore, limit);
}

/* Adds one. */
int sem_post(sem_t *semaphore) {
  unsigned long *value = (unsigned long *)semaphore;
  waymark_atomic_begin();
  int full = *value >= INT_MAX;
  if (!full) ++*value;
  if (waymark_wake) waymark_wake(value[1]);
  waymark_atomic_end();
  if (!full) return 0;
  errno = EOVERFLOW;
  return -1;
}

/* The value at this moment. */
int sem_getvalue(sem_t *semaphore, int *value) {
  waymark_atomic_begin();
  int now = (int)*(unsigned long *)semaphore;
  waymark_atomic_end();
  *value = now;
  return 0;
}
