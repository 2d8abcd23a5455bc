/* Mutexes with a time limit, over the machine's own ones. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "machine.h"

/* Locks, or gives up: at any moment at which the mutex is locked. Who has locked one that checks errors gets another
   error. The first word of a mutex is its owner. */
int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *limit) {
  waymark_atomic_begin();
  int problem = pthread_mutex_trylock(m);
  if (problem == EBUSY) {
    _Bool checks = (m->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK;
    problem = checks && *(unsigned *)m == waymark_thread_self() ? EDEADLK : ETIMEDOUT;
  }
  waymark_atomic_end();
  return problem;
}

/* As pthread_mutex_timedlock. */
int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *limit) {
  return pthread_mutex_timedlock(m, limit);
}
