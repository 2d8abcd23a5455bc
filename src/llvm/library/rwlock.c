/* Locks for readers and writers. The first word of a pthread_rwlock_t is the number of readers, and `writing` if a
   writer has it; the second one is the writer. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

#include "machine.h"

struct waymark_rwlock {
  unsigned long state;
  unsigned long writer; /* its number and 1 */
};

static const unsigned long writing = 1ul << 31;

/* All is zero, as by the initialiser. */
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  waymark_atomic_begin();
  l->state = 0;
  l->writer = 0;
  waymark_atomic_end();
  return 0;
}

/* Nobody may have it. */
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  waymark_atomic_begin();
  if (l->state) waymark_fault("lock", "pthread_rwlock_destroy: the lock is held");
  waymark_atomic_end();
  return 0;
}

/* Waits until no writer has it. */
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  int result = 0;
  waymark_atomic_begin();
  if (l->state & writing && l->writer == waymark_self() + 1ul) {
    result = EDEADLK;
  } else {
    waymark_wait_clear(&l->state, writing);
    l->state++;
  }
  waymark_atomic_end();
  return result;
}

/* Waits until nobody has it. */
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  int result = 0;
  waymark_atomic_begin();
  if (l->state & writing && l->writer == waymark_self() + 1ul) {
    result = EDEADLK;
  } else {
    waymark_wait_clear(&l->state, ~0ul);
    l->state = writing;
    l->writer = waymark_self() + 1ul;
  }
  waymark_atomic_end();
  return result;
}

/* As pthread_rwlock_rdlock, without waiting. */
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  waymark_atomic_begin();
  int result = l->state & writing ? EBUSY : 0;
  if (!result) l->state++;
  waymark_atomic_end();
  return result;
}

/* As pthread_rwlock_wrlock, without waiting. */
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  waymark_atomic_begin();
  int result = l->state ? EBUSY : 0;
  if (!result) {
    l->state = writing;
    l->writer = waymark_self() + 1ul;
  }
  waymark_atomic_end();
  return result;
}

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

/* Gives it back: a writer must be the one that has it. */
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct waymark_rwlock *l = (struct waymark_rwlock *)lock;
  waymark_atomic_begin();
  if (!l->state) waymark_fault("lock", "pthread_rwlock_unlock: nobody holds the lock");
  if (l->state & writing) {
    if (l->writer != waymark_self() + 1ul) waymark_fault("lock", "pthread_rwlock_unlock: another thread holds the lock");
    l->state = 0;
    l->writer = 0;
  } else {
    l->state--;
  }
  waymark_atomic_end();
  return 0;
}
