/* Mutexes with a time limit, over the machine's own ones. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "machine.h"

/* Locks, or gives up: at any moment at which the mutex is locked. */
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *limit) {
  int problem = pthread_mutex_trylock(m);
  return problem == EBUSY ? ETIMEDOUT : problem;
}

/* As pthread_mutex_timedlock. */
int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *limit) {
  return pthread_mutex_timedlock(m, limit);
}
