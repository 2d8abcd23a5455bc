/* Semaphores. The first word of a sem_t is its value. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "machine.h"

/* With a value. */
int sem_init(sem_t *semaphore, int shared, unsigned value) {
  waymark_atomic_begin();
  *(unsigned long *)semaphore = value;
  waymark_atomic_end();
  return 0;
}

/* It may be forgotten. */
int sem_destroy(sem_t *semaphore) { return 0; }

/* Waits until the value is not 0, and takes one. */
int sem_wait(sem_t *semaphore) {
  unsigned long *value = (unsigned long *)semaphore;
  waymark_atomic_begin();
  waymark_wait_set(value, ~0ul);
  --*value;
  waymark_atomic_end();
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
