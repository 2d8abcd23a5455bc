/* Locks for readers and writers with a time limit, over the machine's own ones. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "machine.h"

/* As pthread_rwlock_rdlock, but it may give up. */
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *limit) {
  int result = pthread_rwlock_tryrdlock(lock);
  return result == EBUSY ? ETIMEDOUT : result;
}

/* As pthread_rwlock_wrlock, but it may give up. */
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *limit) {
  int result = pthread_rwlock_trywrlock(lock);
  return result == EBUSY ? ETIMEDOUT : result;
}

/* As pthread_rwlock_timedrdlock. */
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *limit) {
  return pthread_rwlock_timedrdlock(lock, limit);
}

/* As pthread_rwlock_timedwrlock. */
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *limit) {
  return pthread_rwlock_timedwrlock(lock, limit);
}
